import { describe, expect, it } from 'vitest'
import { yieldToRequests } from '../../../src/server/lib/yieldToRequests'

describe('yieldToRequests (D-838)', () => {
  it('lets the work of many requests go on in a turn of the event loop each', async () => {
    let turn = 0
    const countTurns = () => {
      turn++
      counting = setImmediate(countTurns)
    }
    let counting = setImmediate(countTurns)
    const turns = new Set<number>()
    const work = async () => {
      await yieldToRequests()
      turns.add(turn)
    }
    await Promise.all(Array.from({ length: 10 }, work))
    clearImmediate(counting)
    expect(turns.size).toBe(10)
  })
})
