import { describe, expect, it } from 'vitest'
import { createBodyBudget } from '../../../src/server/http/createBodyBudget'

describe('createBodyBudget (D-411)', () => {
  it('takes no room for a body that is unpacked after its request was aborted', () => {
    const reserve = createBodyBudget(1_000_000)
    for (let count = 0; count < 3; count++) {
      const aborted = reserve()
      expect(aborted.growTo(700_000)).toBe(true)
      aborted.release()
      expect(aborted.growTo(1_000_000)).toBe(true)
      aborted.release()
    }
    const next = reserve()
    expect([next.growTo(1_500_000), next.growTo(1_500_001)]).toEqual([true, false])
  })
})
