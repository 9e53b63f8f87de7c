import { describe, expect, it } from 'vitest'
import { memoizeLast } from '../../src/lib/memoizeLast'

describe('memoizeLast', () => {
  it('recomputes the result only when an argument changes', () => {
    let computations = 0
    const sum = memoizeLast((a: number, b: number) => {
      computations++
      return a + b
    })
    expect([sum(1, 2), sum(1, 2), sum(1, 3), sum(1, 2)]).toEqual([3, 3, 4, 3])
    expect(computations).toBe(3)
  })
})
