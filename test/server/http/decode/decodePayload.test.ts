import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { gzipSync, strToU8 } from 'fflate'
import lz from 'lz-string'
import { describe, expect, it, vi } from 'vitest'
import { decompressLz64 } from '../../../../src/server/http/decode/decompressLz64'
import { gunzip } from '../../../../src/server/http/decode/gunzip'
import { parseJson } from '../../../../src/server/http/decode/parseJson'
import { HttpError } from '../../../../src/server/http/reply'

const within = (maxBytes: number) => ({ maxBytes, hasRoom: () => true })

const statusOf = async (decode: () => unknown): Promise<number> => {
  try {
    return (await decode()) === 'tooLarge' ? 413 : 200
  } catch (error) {
    return error instanceof HttpError ? error.status : 500
  }
}

describe('gunzip', () => {
  it('returns the bytes that were compressed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async bytes => {
        expect(await gunzip(gzipSync(bytes), within(10_000))).toEqual(bytes)
      }),
    )
  })

  it('throws 400 for truncated, damaged and other bytes', async () => {
    const packed = gzipSync(strToU8('hello hello hello hello'))
    expect(await statusOf(() => gunzip(packed.subarray(0, -4), within(1000)))).toBe(400)
    expect(await statusOf(() => gunzip(packed.subarray(0, 10), within(1000)))).toBe(400)
    expect(await statusOf(() => gunzip(strToU8('{"a":1}'), within(1000)))).toBe(400)
    for (let index = 10; index < packed.length; index++) {
      const damaged = packed.slice()
      damaged[index]! ^= 0x10
      expect([400, 413]).toContain(await statusOf(() => gunzip(damaged, within(1000))))
    }
  })

  it('stops above the limit, whatever length the trailer declares', async () => {
    const bomb = gzipSync(new Uint8Array(8_000_000))
    expect(await statusOf(() => gunzip(bomb, within(7_999_999)))).toBe(413)
    expect(await statusOf(() => gunzip(bomb, within(8_000_000)))).toBe(200)
    const wrongTrailer = bomb.slice()
    wrongTrailer.set([1, 0, 0, 0], wrongTrailer.length - 4)
    expect(await statusOf(() => gunzip(wrongTrailer, within(500_000)))).toBe(413)
  })
})

describe('decompressLz64', () => {
  it('returns the text that was compressed', async () => {
    const expectText = async (text: string) => {
      expect(await decompressLz64(lz.compressToBase64(text), within(100_000))).toEqual({ text })
    }
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 500 }), expectText))
    for (const text of ['ab'.repeat(50_000), 'a'.repeat(99_999), 'tooLarge']) await expectText(text)
  })

  it('answers other requests while it decompresses a long text (R50)', async () => {
    const packed = lz.compressToBase64(randomBytes(600_000).toString('base64'))
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await decompressLz64(packed, within(1_000_000))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })

  it('stops above the limit, and throws 400 for other text', async () => {
    const bomb = lz.compressToBase64('a'.repeat(300_000))
    expect(bomb.length).toBeLessThan(3000)
    expect(await statusOf(() => decompressLz64(bomb, within(100_000)))).toBe(413)
    expect(await statusOf(() => decompressLz64('{"a":1}', within(1000)))).toBe(400)
    expect(await statusOf(() => decompressLz64('', within(1000)))).toBe(400)
    await fc.assert(
      fc.asyncProperty(fc.base64String(), async text => {
        expect([200, 400, 413]).toContain(await statusOf(() => decompressLz64(text, within(1000))))
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

  it('holds a bounded number of pieces, whatever it replaces (D-720)', () => {
    const join = vi.spyOn(Array.prototype, 'join')
    const escapes = String.raw`\"`.repeat(100_000)
    parseJson(`{"a":NaN,"b":"${escapes}"}`)
    parseJson(`{"a":[${'NaN,'.repeat(100_000)}1]}`)
    parseJson(`${'['.repeat(256)}${'[],'.repeat(100_000)}1${']'.repeat(256)}`, { cutsDepth: true })
    const lengths = join.mock.contexts.map(list => (list as unknown[]).length)
    join.mockRestore()
    expect(Math.max(...lengths)).toBeGreaterThan(900)
    expect(Math.max(...lengths)).toBeLessThan(1100)
  })

  it('throws 413 at the first value too many', async () => {
    const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt')
    const status = await statusOf(() => parseJson(`[${'[],'.repeat(10_000)}1]`, { maxValues: 100 }))
    const reads = charCodeAt.mock.calls.length
    charCodeAt.mockRestore()
    expect([status, reads < 1000]).toEqual([413, true])
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
