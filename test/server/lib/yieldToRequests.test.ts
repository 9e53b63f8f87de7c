import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  besideRequests,
  yieldInTransaction,
  yieldToRequests,
  yieldToTransactions,
} from '../../../src/server/lib/yieldToRequests'

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

  it('continues work with long rows once in eight statements of a transaction, and after it (R50, D-844)', async () => {
    let pieces = 0
    let work: Promise<unknown> = Promise.resolve()
    const seen: number[] = []
    await besideRequests(async onStatement => {
      // Each piece takes more than a millisecond, after which the next one rests.
      const piece = async () => {
        await yieldToTransactions()
        pieces++
        for (const until = Date.now() + 2; Date.now() < until; );
      }
      work = Promise.all(Array.from({ length: 6 }, piece))
      for (let statement = 0; statement < 30; statement++) {
        for (let turn = 0; turn < 20; turn++) await nextTurn()
        onStatement()
        seen.push(pieces)
      }
    })
    // The first piece rests as well when what came before it took a millisecond.
    const first = seen.indexOf(1)
    expect(first).toBeLessThanOrEqual(8)
    expect(seen.slice(first, first + 8)).toEqual(Array(8).fill(1))
    expect(seen[first + 19]).toBe(3)
    await work
    expect(pieces).toBe(6)
  })
})
