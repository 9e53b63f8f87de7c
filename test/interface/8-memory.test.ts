import { gzipSync, strToU8 } from 'fflate'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { splitBatch } from '../../src/server/http/decode/splitBatch'
import { createMemoryStore } from '../../src/server/index'
import { createTestService, post } from '../server/testService'
import { collectGarbage } from '../support/collectGarbage'

const MB = 1_000_000
const eventOf = (text: string) => ({ event: 'a', distinct_id: 'u', properties: { text } })
const bodyOf = (...texts: string[]) => JSON.stringify({ api_key: 'phc_demo', batch: texts.map(eventOf) })

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Returns the bytes that growing buffers hold now. */
function watchBuffers(): () => number {
  const buffers = new Set<ArrayBuffer>()
  const { resize } = ArrayBuffer.prototype
  vi.spyOn(ArrayBuffer.prototype, 'resize').mockImplementation(function (this: ArrayBuffer, length) {
    buffers.add(this)
    return resize.call(this, length)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return () => {
    expect(buffers.size).toBeGreaterThan(0)
    return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
  }
}

/** Sends a body of which the service does not know the length. */
const sendStream = (service: ReturnType<typeof createTestService>, path: string, body: ReadableStream) =>
  service.fetch(
    new Request(`http://service.test${path}`, { method: 'POST', body, duplex: 'half' } as RequestInit),
  )

describe('8 memory of a request body', () => {
  it.each<[string, string, (json: string) => Uint8Array]>([
    ['plain', '/batch/', strToU8],
    ['gzip', '/batch/', json => gzipSync(strToU8(json))],
    ['gzip without any effect', '/batch/', json => gzipSync(strToU8(json), { level: 0 })],
    ['a form', '/e/', json => strToU8(`data=${encodeURIComponent(json)}`)],
  ])('is free when the text is parsed, for %s (D-490)', async (_, path, encode) => {
    const bytes = encode(bodyOf('y'.repeat(MB)))
    const liveBytes = watchBuffers()
    const liveAtParse: number[] = []
    const { parse } = JSON
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (text.length > MB) liveAtParse.push(liveBytes())
      return parse(text, reviver)
    })
    const service = createTestService()
    expect((await sendStream(service, path, new Blob([bytes as BlobPart]).stream())).status).toBe(200)
    expect(Math.max(...liveAtParse)).toBe(0)
    expect((await service.state.events()).map(({ properties }) => properties['text'])).toHaveLength(1)
  })

  it.each<[string, Uint8Array, boolean, number]>([
    ['is above the limit', new Uint8Array(3 * MB), false, 413],
    ['unpacks above the limit', gzipSync(new Uint8Array(3 * MB)), false, 413],
    ['ends with its connection', new Uint8Array(MB), true, 0],
  ])('is free after a body that %s (D-490)', async (_, bytes, isCut, status) => {
    const liveBytes = watchBuffers()
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        for (let at = 0; at < bytes.length; at += 50_000) controller.enqueue(bytes.subarray(at, at + 50_000))
        if (!isCut) controller.close()
      },
      pull: controller => (isCut ? controller.error(new Error('closed')) : undefined),
    })
    const service = createTestService({ maxBodyBytes: 2 * MB })
    const answer = await sendStream(service, '/batch/', body).catch(() => ({ status: 0 }))
    expect(answer.status).toBe(status)
    expect(liveBytes()).toBe(0)
  })

  it('belongs to the caller of fetch, whose bytes stay', async () => {
    const bytes = new Uint8Array(new ArrayBuffer(0, { maxByteLength: 1000 }))
    const json = strToU8(bodyOf('y'))
    bytes.buffer.resize(json.length)
    bytes.set(json)
    expect((await post(createTestService(), '/batch/', bytes)).status).toBe(200)
    expect(bytes).toEqual(json)
  })
})

describe('8 memory of an event', () => {
  it('that is the last of a long batch is not beside the text of the batch (D-491)', async () => {
    const before = heapUsed()
    const split = await splitBatch(bodyOf('y'.repeat(10 * MB), 'z'))
    const { batch } = split as { batch: Iterable<unknown> }
    const events = batch[Symbol.iterator]()
    events.next()
    expect(heapUsed() - before).toBeGreaterThan(9 * MB)
    expect(events.next().value).toEqual(eventOf('z'))
    expect(heapUsed() - before).toBeLessThan(MB)
    expect(events.next().done).toBe(true)
  })

  it('with a long text has no second text in a store in memory (D-491)', async () => {
    const service = createTestService({ store: createMemoryStore() })
    const stringify = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => stringify.mockRestore())
    const body = bodyOf('y'.repeat(MB))
    stringify.mockClear()
    await post(service, '/batch/', body)
    const written = stringify.mock.results.map(({ value }) => String(value).length)
    expect(Math.max(0, ...written)).toBeLessThan(MB)
    expect(await service.state.events()).toMatchObject([eventOf('y'.repeat(MB))])
  })

  it('is not parsed to be removed (D-491)', async () => {
    const service = createTestService({ store: createMemoryStore(), maxEvents: 2 })
    const small = { event: 'a', distinct_id: 'u', properties: { marker: 1 } }
    for (let i = 0; i < 2; i++) await post(service, '/i/v0/e/', { api_key: 'phc_demo', ...small })
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    await post(service, '/i/v0/e/', { api_key: 'phc_demo', event: 'b', distinct_id: 'u' })
    expect(parse.mock.calls.filter(([text]) => String(text).includes('marker'))).toEqual([])
    expect((await service.state.events()).map(({ event }) => event)).toEqual(['a', 'b'])
  })
})

describe('8 memory of a throttle', () => {
  const limit = { requests: 1_000_000, perMs: 60_000 }

  it.each<[string, (index: number) => { api_key: string; ip?: string }]>([
    ['the key of a caller', index => ({ api_key: `${index}`.padEnd(20_000, 'x') })],
    [
      'the header of an address',
      index => ({ api_key: 'phc_demo', ip: `10.100.100.${index}, ${'x'.repeat(20_000)}`.split(',')[0] }),
    ],
  ])('has no more than the start of %s (D-404)', async (_, caller) => {
    const service = createTestService({
      store: createMemoryStore(),
      requestLogSize: 0,
      throttles: { flags: limit },
      addressLimits: { capture: limit },
    })
    const send = async (count: number, from = 0) => {
      for (let index = from; index < from + count; index++) {
        const { api_key, ip } = caller(index)
        const body = JSON.stringify({ api_key, distinct_id: 'u', event: '' })
        const path = ip ? '/i/v0/e/' : '/flags?v=2'
        await service.fetch(path, { method: 'POST', body }, { ip })
      }
    }
    await send(50)
    const before = heapUsed()
    await send(500, 50)
    expect(heapUsed() - before).toBeLessThan(4 * MB)
  })
})
