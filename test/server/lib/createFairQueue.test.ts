import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createFairQueue } from '../../../src/server/lib/createFairQueue'

describe('createFairQueue (D-835)', () => {
  it('runs the work of one sender in order, and that of several in turn, also after failed work', async () => {
    const enqueue = createFairQueue()
    const order: string[] = []
    const add = (name: string) =>
      enqueue(name[0]!, 10, async () => {
        await pause(1)
        order.push(name)
        if (name === 'a2') throw new Error(name)
        return name
      }).catch(error => `failed ${error.message}`)
    const results = await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(add))
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
    expect(results).toEqual(['a1', 'failed a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
    expect(await add('a5')).toBe('a5')
  })

  it('runs the work of a sender that comes meanwhile before the next of the one that had its turn', async () => {
    const enqueue = createFairQueue()
    const order: string[] = []
    const add = (name: string) =>
      enqueue(name[0]!, 10, async () => {
        await pause(5)
        order.push(name)
      })
    const first = ['a1', 'a2', 'a3'].map(add)
    await pause(1)
    await Promise.all([...first, add('b1')])
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('runs the rest of work before all other of its sender, and after that of others (D-496)', async () => {
    const enqueue = createFairQueue()
    const order: string[] = []
    const add = (name: string, continues = false) =>
      enqueue(
        name[0]!,
        10,
        async () => {
          order.push(name)
          if (name === 'a1') void add("a1'", true)
        },
        continues,
      )
    await Promise.all(['a1', 'a2', 'b1', 'b2', 'c1'].map(name => add(name)))
    await add('a3')
    expect(order).toEqual(['a1', 'b1', 'c1', "a1'", 'b2', 'a2', 'a3'])
  })

  it('answers other requests before work on more than 64 kB, and runs small work together', async () => {
    const enqueue = createFairQueue()
    /** Returns the turns of the event loop in which so many works run that wait for nothing. */
    const turnsOf = async (count: number, bytes: number) => {
      let turn = 0
      const countTurns = () => {
        turn++
        counting = setImmediate(countTurns)
      }
      let counting = setImmediate(countTurns)
      const turns = new Set<number>()
      const work = async () => turns.add(turn)
      await Promise.all(Array.from({ length: count }, () => enqueue('sender', bytes, work)))
      clearImmediate(counting)
      return turns.size
    }
    expect(await turnsOf(20, 64 * 1024)).toBe(20)
    expect(await turnsOf(64, 1024)).toBe(1)
  })
})
