import { gunzipSync } from 'node:zlib'
import lzString from 'lz-string'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEncoder, isGzipOf, negotiatedCompression } from '../../src/transport/encode'
import { encoders } from '../../src/transport/encoders'
import { fakePage } from '../support/fakePage'

const JSON_TEXT = JSON.stringify({ text: 'again and again '.repeat(200), sign: '\u00e9\u{1f600}' })
const load = () => Promise.resolve(encoders)
const unzipped = (content: string | Uint8Array) => gunzipSync(content as Uint8Array).toString()

afterEach(() => vi.unstubAllGlobals())

describe('negotiatedCompression (interface 4.3, supportedCompression)', () => {
  const cases: [supported: unknown, current: 'gzip' | 'lz64' | 'none', expected: string][] = [
    [['gzip', 'lz64'], 'none', 'gzip'],
    [['gzip-js'], 'none', 'gzip'],
    [['lz64'], 'gzip', 'lz64'],
    [['base64'], 'gzip', 'none'],
    [[], 'gzip', 'none'],
    [undefined, 'lz64', 'lz64'],
    ['gzip', 'none', 'none'],
  ]
  it.each(cases)('given %j and the current %s, returns %s', (supported, current, expected) => {
    expect(negotiatedCompression(supported, current)).toBe(expected)
  })
})

describe('createEncoder (interface 4.4)', () => {
  it('encodes raw gzip with `compression=gzip-js` in the query', async () => {
    const body = await createEncoder(fakePage(), load).encode(JSON_TEXT, 'gzip')
    expect(body.compression).toBe('gzip-js')
    expect(body.type).toBeUndefined()
    expect(unzipped(body.content)).toBe(JSON_TEXT)
  })

  it('encodes a form with lz-string base64 and `compression=lz64` in the query', async () => {
    const body = await createEncoder(fakePage(), load).encode(JSON_TEXT, 'lz64')
    expect(body).toMatchObject({ type: 'application/x-www-form-urlencoded', compression: 'lz64' })
    const data = new URLSearchParams(body.content as string).get('data')!
    expect(lzString.decompressFromBase64(data)).toBe(JSON_TEXT)
  })

  it.each(['gzip', 'lz64', 'none'] as const)(
    'returns plain JSON when %s does not make it smaller',
    async compression => {
      expect(await createEncoder(fakePage(), load).encode('{"a":1}', compression)).toEqual({
        content: '{"a":1}',
      })
    },
  )

  it('finishes in the order of the calls, so that a plain body does not overtake a compressed one', async () => {
    const encoder = createEncoder(fakePage(), load)
    const order: string[] = []
    await Promise.all([
      encoder.encode(JSON_TEXT, 'gzip').then(() => order.push('gzip')),
      encoder.encode('{"a":1}', 'none').then(() => order.push('none')),
      encoder.encode(JSON_TEXT, 'lz64').then(() => order.push('lz64')),
    ])
    expect(order).toEqual(['gzip', 'none', 'lz64'])
  })

  it('encodes synchronously as plain JSON until the encoders are loaded, then as gzip', async () => {
    const encoder = createEncoder(fakePage(), load)
    expect(encoder.encodeSync(JSON_TEXT, 'gzip')).toEqual({ content: JSON_TEXT })
    await encoder.preload()
    expect(unzipped(encoder.encodeSync(JSON_TEXT, 'gzip').content)).toBe(JSON_TEXT)
  })

  it('returns plain JSON when the encoders cannot be loaded, and loads them again with the next call', async () => {
    let loads = 0
    const encoder = createEncoder(fakePage(), () => {
      loads++
      return Promise.reject(new Error('offline'))
    })
    expect(await encoder.encode(JSON_TEXT, 'lz64')).toEqual({ content: JSON_TEXT })
    expect(await encoder.encode(JSON_TEXT, 'lz64')).toEqual({ content: JSON_TEXT })
    expect(loads).toBe(2)
  })

  it('requests encoders that are missing three times, whatever asks for them, and reports it once (R40, D-769)', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    let loads = 0
    const missing = new Error('404')
    const onFailure = vi.fn()
    const encoder = createEncoder(
      fakePage(),
      () => {
        loads++
        return Promise.reject(missing)
      },
      onFailure,
    )
    for (let event = 0; event < 10; event++) {
      await Promise.all([encoder.preload(), encoder.preload(), encoder.encode(JSON_TEXT, 'gzip')])
      expect(await encoder.encode(JSON_TEXT, 'lz64')).toEqual({ content: JSON_TEXT })
    }
    expect(loads).toBe(3)
    expect(onFailure.mock.calls).toEqual([[missing]])
  })

  it('does not count requests without a network, and loads the encoders when it is back (R40, D-769)', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    const page = fakePage({ online: false })
    const onFailure = vi.fn()
    const encoder = createEncoder(
      page,
      async () => {
        if (!page.isOnline()) throw new TypeError('Failed to fetch')
        return encoders
      },
      onFailure,
    )
    for (let event = 0; event < 4; event++) await encoder.preload()
    page.goOnline()
    await encoder.preload()
    expect(encoder.encodeSync(JSON_TEXT, 'gzip').compression).toBe('gzip-js')
    expect(onFailure).not.toHaveBeenCalled()
  })
})

const stream = (write: (controller: TransformStreamDefaultController<Uint8Array>) => void) =>
  class extends TransformStream<Uint8Array, Uint8Array> {
    constructor() {
      super({ transform: () => {}, flush: controller => write(controller) })
    }
  }

describe('createEncoder with a broken native gzip', () => {
  const failures: [name: string, native: unknown][] = [
    [
      'throws',
      class {
        constructor() {
          throw new TypeError('no')
        }
      },
    ],
    ['returns nothing', stream(() => {})],
    [
      'returns truncated bytes',
      stream(controller => controller.enqueue(encoders.gzip(JSON_TEXT).slice(0, 60))),
    ],
    ['returns other bytes', stream(controller => controller.enqueue(new Uint8Array(64)))],
  ]
  it.each(failures)(
    'returns plain JSON once and then uses fflate when the native gzip %s',
    async (_, native) => {
      vi.stubGlobal('CompressionStream', native)
      const encoder = createEncoder(fakePage(), load)
      expect(await encoder.encode(JSON_TEXT, 'gzip')).toEqual({ content: JSON_TEXT })
      await encoder.preload()
      vi.unstubAllGlobals()
      const next = await encoder.encode(JSON_TEXT, 'gzip')
      expect(unzipped(next.content)).toBe(JSON_TEXT)
    },
  )

  it('returns plain JSON after one second when the native gzip never settles', async () => {
    vi.stubGlobal(
      'CompressionStream',
      class extends TransformStream {
        constructor() {
          super({ flush: () => new Promise(() => {}) })
        }
      },
    )
    const page = fakePage()
    const encoding = createEncoder(page, load).encode(JSON_TEXT, 'gzip')
    await undefined
    page.advance(1_000)
    expect(await encoding).toEqual({ content: JSON_TEXT })
    expect(page.timers()).toBe(0)
  })

  it('loads fflate when the browser has no native gzip', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    const encoder = createEncoder(fakePage(), load)
    expect(await encoder.encode(JSON_TEXT, 'gzip')).toEqual({ content: JSON_TEXT })
    await encoder.preload()
    expect(unzipped((await encoder.encode(JSON_TEXT, 'gzip')).content)).toBe(JSON_TEXT)
  })
})

describe('isGzipOf', () => {
  it('verifies the magic number and the length', () => {
    const bytes = encoders.gzip('text')
    expect(isGzipOf(bytes, 4)).toBe(true)
    expect(isGzipOf(bytes, 5)).toBe(false)
    expect(isGzipOf(bytes.slice(0, -1), 4)).toBe(false)
  })
})
