import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { splitBatch } from '../../../../src/server/http/decode/splitBatch'
import { createTestService, post } from '../../testService'
import '../../../support/properties'

const space = fc.constantFrom('', ' ', '\n\t ', '\r\n')
const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: false } as object)

describe('splitBatch', () => {
  it('returns the events that JSON.parse returns, and the other fields of the body', async () => {
    const property = fc.asyncProperty(
      fc.array(value, { minLength: 1 }),
      fc.dictionary(fc.string(), value),
      space,
      async (batch, fields, blank) => {
        const members = Object.entries({ ...fields, api_key: 'phc_"\\', batch, 'b"atch': [1] })
        const list = `[${blank}${batch.map(item => JSON.stringify(item, null, blank.trim() ? 0 : 1)).join(`${blank},${blank}`)}${blank}]`
        const text = members
          .map(
            ([name, one]) =>
              `${JSON.stringify(name)}${blank}:${blank}${name === 'batch' ? list : JSON.stringify(one)}`,
          )
          .join(`${blank},${blank}`)
        const body = `${blank}{${blank}${text}${blank}}${blank}`
        const split = (await splitBatch(body)) as { batch: Iterable<unknown> }
        expect({ ...split, batch: [...split.batch] }).toEqual(JSON.parse(body))
      },
    )
    await fc.assert(property)
  })

  it.each([
    '[{}]',
    '{"api_key":"k"}',
    '{"batch":[{}]}',
    '{"api_key":"k","batch":{}}',
    '{"api_key":"k","batch":[1],"batch":[2]}',
    '{"api_key":"k","batch":[1],"\\u0062atch":[2]}',
    '{"api_key":"k","batc\\u0068":[1],"batch":[2]}',
    '{"api_key":"k","a":{"batch":[1]}}',
    '{"api_key":"k","batch":[ ]}',
  ])('returns undefined for %s', async text => {
    expect(await splitBatch(text)).toBeUndefined()
  })

  it('finds the list when its key has escapes (D-558)', async () => {
    const split = (await splitBatch('{"api_key":"k","a\\"batch":[2],"b\\u0061tch":[1]}')) as {
      batch: Iterable<unknown>
    }
    expect([...split.batch]).toEqual([1])
  })

  it.each(
    ['{}{}', '{},', ',{}', '{},,{}', '{', '{"a"}', '}', '{} {}', 'undefined', ''].flatMap(list => [
      ...(list === '' ? [] : [list]),
      `{},${list}`,
    ]),
  )('throws what JSON.parse throws for the list %j', async list => {
    const text = `{"api_key":"k","batch":[${list}]}`
    const isJson = (() => {
      try {
        return !!JSON.parse(text)
      } catch {
        return false
      }
    })()
    const answer = await splitBatch(text).catch((error: { status: number }) => error.status)
    expect(isJson ? typeof answer : answer).toBe(isJson ? 'object' : 400)
  })
})

describe('POST /batch/ with a body of more than a million characters', () => {
  it('has the values of one event in memory at a time, also of events without tiny values (D-558)', async () => {
    const service = createTestService()
    const batch = Array.from({ length: 1200 }, (_, index) => ({
      event: 'a',
      distinct_id: 'u',
      properties: { index, text: 'y'.repeat(900) },
    }))
    const parse = vi.spyOn(JSON, 'parse')
    expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    // Not what the runner of the tests reads meanwhile.
    const ours = parse.mock.calls.map(([text]) => text).filter(text => text.includes('yyyy'))
    expect(ours.length).toBeGreaterThan(0)
    expect(Math.max(...ours.map(text => text.length))).toBeLessThan(2000)
    parse.mockRestore()
    expect((await service.state.events()).map(({ properties }) => properties['index'])).toEqual([
      ...batch.keys(),
    ])
  })

  it('is refused when its list is empty, like a shorter one', async () => {
    const body = `{"api_key":"phc_demo","batch":[${' '.repeat(1_100_000)}]}`
    expect((await post(createTestService(), '/batch/', body)).status).toBe(400)
  })

  it('stores nothing of a body that is no JSON after its first events', async () => {
    const service = createTestService()
    const items = Array(200_000).fill('{"event":"a","distinct_id":"u"}')
    const body = `{"api_key":"phc_demo","batch":[${items.join()},{]}`
    expect((await post(service, '/batch/', body)).status).toBe(400)
    expect(await service.state.events()).toEqual([])
  })

  it('is refused when its events have keys of their own, so that the client sends its halves', async () => {
    const items = Array(200_000).fill('{"event":"a","distinct_id":"u","api_key":"phc_demo"}')
    expect((await post(createTestService(), '/batch/', `{"batch":[${items.join()}]}`)).status).toBe(413)
  })
})
