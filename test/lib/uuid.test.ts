import { describe, expect, it } from 'vitest'
import { createUuid, isUuid } from '../../src/lib/uuid'

/** Returns fractions in a fixed order. */
const fractions = () => {
  let n = 0
  return () => (n++ % 97) / 97
}

describe('createUuid', () => {
  it('creates UUIDs of version 7 that contain the time', () => {
    const id = createUuid(() => 0x0190_0000_0001, Math.random)()
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(0x0190_0000_0001)
  })

  const clocks: [name: string, clock: () => () => number][] = [
    ['within one millisecond', () => () => 1_700_000_000_000],
    ['by a clock with fractions of milliseconds', () => fractions()],
    [
      'by a clock that jumps back by less than ten seconds',
      () => () => 1_700_000_000_000 - Math.floor(Math.random() * 9_000),
    ],
  ]
  it.each(clocks)('creates ids that sort by creation order %s', (_, clock) => {
    const next = createUuid(clock(), fractions())
    const ids = Array.from({ length: 10_000 }, next)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('follows a clock that is set back by more than ten seconds', () => {
    let now = 1_700_000_100_000
    const next = createUuid(() => now, Math.random)
    const before = next()
    now -= 11_000
    expect(next() < before).toBe(true)
  })
})

describe('isUuid', () => {
  const values: [value: unknown, expected: boolean][] = [
    ['01890a5d-ac96-774b-bcce-b302099a8057', true],
    ['01890A5D-AC96-774B-BCCE-B302099A8057', true],
    ['01890a5dac96774bbcceb302099a8057', false],
    ['', false],
    [undefined, false],
    [{}, false],
  ]
  it.each(values)('returns for %j: %j', (value, expected) => expect(isUuid(value)).toBe(expected))
})
