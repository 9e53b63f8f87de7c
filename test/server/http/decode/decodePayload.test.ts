import fc from 'fast-check'
import { gzipSync, strToU8 } from 'fflate'
import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { decompressLz64 } from '../../../../src/server/http/decode/decompressLz64'
import { gunzip } from '../../../../src/server/http/decode/gunzip'
import { parseJson } from '../../../../src/server/http/decode/parseJson'
import { HttpError } from '../../../../src/server/http/reply'

const statusOf = async (decode: () => unknown): Promise<number> => {
  try {
    await decode()
    return 200
  } catch (error) {
    return error instanceof HttpError ? error.status : 500
  }
}

describe('gunzip', () => {
  it('returns the bytes that were compressed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async bytes => {
        expect(await gunzip(gzipSync(bytes), 10_000)).toEqual(bytes)
      }),
    )
  })

  it('throws 400 for truncated, damaged and other bytes', async () => {
    const packed = gzipSync(strToU8('hello hello hello hello'))
    expect(await statusOf(() => gunzip(packed.subarray(0, -4), 1000))).toBe(400)
    expect(await statusOf(() => gunzip(packed.subarray(0, 10), 1000))).toBe(400)
    expect(await statusOf(() => gunzip(strToU8('{"a":1}'), 1000))).toBe(400)
    for (let index = 10; index < packed.length; index++) {
      const damaged = packed.slice()
      damaged[index]! ^= 0x10
      expect([400, 413]).toContain(await statusOf(() => gunzip(damaged, 1000)))
    }
  })

  it('throws 413 above the limit, whatever length the trailer declares', async () => {
    const bomb = gzipSync(new Uint8Array(8_000_000))
    expect(await statusOf(() => gunzip(bomb, 7_999_999))).toBe(413)
    expect(await statusOf(() => gunzip(bomb, 8_000_000))).toBe(200)
    const wrongTrailer = bomb.slice()
    wrongTrailer.set([1, 0, 0, 0], wrongTrailer.length - 4)
    expect(await statusOf(() => gunzip(wrongTrailer, 500_000))).toBe(413)
  })
})

describe('decompressLz64', () => {
  it('returns the text that was compressed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), text => {
        expect(decompressLz64(lz.compressToBase64(text), 10_000)).toBe(text)
      }),
    )
    expect(decompressLz64(lz.compressToBase64('ab'.repeat(50_000)), 100_000)).toBe('ab'.repeat(50_000))
  })

  it('throws 413 above the limit and 400 for other text', async () => {
    const bomb = lz.compressToBase64('a'.repeat(300_000))
    expect(bomb.length).toBeLessThan(3000)
    expect(await statusOf(() => decompressLz64(bomb, 100_000))).toBe(413)
    expect(await statusOf(() => decompressLz64('{"a":1}', 1000))).toBe(400)
    expect(await statusOf(() => decompressLz64('', 1000))).toBe(400)
    await fc.assert(
      fc.asyncProperty(fc.base64String(), async text => {
        expect([200, 400, 413]).toContain(await statusOf(() => decompressLz64(text, 1000)))
      }),
    )
  })
})

describe('parseJson', () => {
  it('reads NaN and the infinities as null, outside of strings', async () => {
    expect(parseJson('{"a":NaN,"b":-Infinity,"c":"NaN"}')).toEqual({ a: null, b: null, c: 'NaN' })
    expect(parseJson(String.raw`{"a":NaN,"b":"\"NaN\\"}`)).toEqual({ a: null, b: '"NaN\\' })
    expect(await statusOf(() => parseJson(String.raw`{"a":NaN,"b":\x}`))).toBe(400)
  })

  it('reads a long text next to NaN, and throws 400 for one without an end', async () => {
    const long = 'x'.repeat(15_000_000)
    expect(parseJson(`{"a":NaN,"b":"${long}"}`)).toEqual({ a: null, b: long })
    expect(await statusOf(() => parseJson(`{"a":NaN,"b":"${String.raw`\"`.repeat(1_000_000)}`))).toBe(400)
  })

  it('throws 400 for invalid JSON and for deep nesting', async () => {
    expect(await statusOf(() => parseJson('{"a":'))).toBe(400)
    expect(await statusOf(() => parseJson('{"a":NaN'))).toBe(400)
    expect(await statusOf(() => parseJson('['.repeat(100_000)))).toBe(400)
    expect(await statusOf(() => parseJson(`${'['.repeat(300)}${']'.repeat(300)}`))).toBe(400)
    expect(parseJson('"[[["')).toBe('[[[')
    expect(parseJson(JSON.stringify({ a: `"${'['.repeat(400)}` }))).toEqual({ a: `"${'['.repeat(400)}` })
  })
})
