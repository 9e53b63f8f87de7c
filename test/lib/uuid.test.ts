import { describe, expect, it } from 'vitest'
import { createUuid, isUuid } from '../../src/lib/uuid'

const counting = () => {
  let n = 0
  return () => (n++ % 97) / 97
}

describe('ids', () => {
  it('are UUIDs of version 7 that tell their time', () => {
    const id = createUuid(() => 0x0190_0000_0001, Math.random)()
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(0x0190_0000_0001)
  })

  const clocks: [name: string, clock: () => () => number][] = [
    ['in one millisecond', () => () => 1_700_000_000_000],
    ['with a clock that has parts of milliseconds', () => counting()],
    [
      'with a clock that jumps back a little',
      () => () => 1_700_000_000_000 - Math.floor(Math.random() * 9_000),
    ],
  ]
  it.each(clocks)('sort in the order of their making: %s', (_, clock) => {
    const next = createUuid(clock(), counting())
    const ids = Array.from({ length: 10_000 }, next)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('follow a clock that was set back by more than ten seconds', () => {
    let now = 1_700_000_100_000
    const next = createUuid(() => now, Math.random)
    const before = next()
    now -= 11_000
    expect(next() < before).toBe(true)
  })

  const texts: [given: unknown, expected: boolean][] = [
    ['01890a5d-ac96-774b-bcce-b302099a8057', true],
    ['01890A5D-AC96-774B-BCCE-B302099A8057', true],
    ['01890a5dac96774bbcceb302099a8057', false],
    ['', false],
    [undefined, false],
    [{}, false],
  ]
  it.each(texts)('%j is one: %j', (given, expected) => expect(isUuid(given)).toBe(expected))
})
