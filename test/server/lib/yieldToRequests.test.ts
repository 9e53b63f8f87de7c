import { describe, expect, it } from 'vitest'
import { yieldInTransaction, yieldToRequests } from '../../../src/server/lib/yieldToRequests'

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

  it('continues a transaction, which all others wait for, before the work that waits (R50, D-844)', async () => {
    const done: string[] = []
    // What other tests have done is over then, and is not waited for.
    for (const rest of [yieldInTransaction, yieldToRequests, yieldInTransaction]) await rest()
    const requests = Array.from({ length: 50 }, () => yieldToRequests().then(() => done.push('request')))
    const transaction = async () => {
      for (let piece = 0; piece < 3; piece++) await yieldInTransaction()
      done.push('transaction')
    }
    await Promise.all([...requests, transaction()])
    expect(done.indexOf('transaction')).toBeLessThan(25)
  })
})
