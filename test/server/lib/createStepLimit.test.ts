import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createStepLimit } from '../../../src/server/lib/createStepLimit'

/** Counts the steps of iterations in each turn of the event loop. */
function createSteps() {
  const state = { now: 0, most: 0, isDone: false }
  return {
    most: () => state.most,
    async *items(count: number) {
      for (let item = 0; item < count; item++) {
        state.most = Math.max(state.most, ++state.now)
        yield item
      }
    },
    async watchTurns() {
      while (!state.isDone) {
        await setImmediate()
        state.now = 0
      }
    },
    end: () => {
      state.isDone = true
    },
  }
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('createStepLimit (R50, D-798)', () => {
  it('runs some steps of all iterations in a turn of the event loop, and each to its end', async () => {
    const steps = createSteps()
    const turns = steps.watchTurns()
    const limitSteps = createStepLimit(2)
    const lists = await Promise.all(Array.from({ length: 20 }, () => listOf(limitSteps(steps.items(5)))))
    steps.end()
    await turns
    expect(lists).toEqual(Array(20).fill([0, 1, 2, 3, 4]))
    expect(steps.most()).toBeLessThanOrEqual(2)
  })

  it('keeps no place for one whose items nobody reads, that is left early or that fails', async () => {
    const limitSteps = createStepLimit(1)
    const { items } = createSteps()
    const unread = limitSteps(items(5))[Symbol.asyncIterator]()
    await unread.next()
    for await (const _ of limitSteps(items(5))) break
    const failing = async function* () {
      yield* items(1)
      throw new Error('gone')
    }
    await expect(listOf(limitSteps(failing()))).rejects.toThrow('gone')
    expect(await listOf(limitSteps(items(3)))).toEqual([0, 1, 2])
    expect(await unread.next()).toEqual({ done: false, value: 1 })
  })

  it('ends an iteration that is left early', async () => {
    let isEnded = false
    const items = async function* () {
      try {
        yield* [1, 2]
      } finally {
        isEnded = true
      }
    }
    for await (const _ of createStepLimit(1)(items())) break
    expect(isEnded).toBe(true)
  })
})
