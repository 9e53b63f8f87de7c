import { describe, expect, it } from 'vitest'
import { createLimit } from '../../../src/server/lib/createLimit'

describe('createLimit', () => {
  it('runs a limited number of works at a time, in the order of their calls, also after one that fails', async () => {
    const limit = createLimit(2)
    const started: number[] = []
    const ends: (() => void)[] = []
    const results = [0, 1, 2, 3, 4].map(index =>
      limit(async () => {
        started.push(index)
        await new Promise<void>(resolve => ends.push(resolve))
        if (index === 1) throw new Error('no')
        return index
      }).catch((error: Error) => error.message),
    )
    const settle = async () => {
      for (let i = 0; i < 20; i++) await Promise.resolve()
    }
    const startedAfter: number[][] = []
    for (const end of [1, 0, 2, 3, 4]) {
      await settle()
      startedAfter.push([...started])
      ends[end]!()
    }
    expect(await Promise.all(results)).toEqual([0, 'no', 2, 3, 4])
    expect(startedAfter).toEqual([
      [0, 1],
      [0, 1, 2],
      [0, 1, 2, 3],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ])
  })

  it('begins the works of several senders in turn (R50, D-859)', async () => {
    const limit = createLimit(2)
    const started: string[] = []
    const run = (name: string) =>
      limit(async () => {
        started.push(name)
        await new Promise(setImmediate)
      }, name[0]!)
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1'].map(run))
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5', 'a6'])
  })
})
