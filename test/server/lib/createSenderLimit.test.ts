import { describe, expect, it } from 'vitest'
import { createSenderLimit } from '../../../src/server/lib/createSenderLimit'
import { yieldToRequests } from '../../../src/server/lib/yieldToRequests'

/** Starts work of each sender and weight, and returns what has begun, and functions that end it. */
function startWorks(works: [sender: string, weight: number][]) {
  const { run, hasRoom } = createSenderLimit(10)
  const begun: number[] = []
  const ends = works.map(() => (_?: Error) => {})
  const results = works.map(([sender, weight], index) =>
    run(sender, weight, () => {
      begun.push(index)
      return new Promise<string>((resolve, reject) => {
        ends[index] = error => (error ? reject(error) : resolve('done'))
      })
    }).catch(error => error.message),
  )
  return { begun, ends, results, hasRoom }
}
/** Work that waits for its turn of the event loop goes on in the order of its calls. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await yieldToRequests()
}

describe('createSenderLimit (D-840)', () => {
  it('runs the work of a sender together up to the weight, and that of others beside it', async () => {
    const { begun, ends, results, hasRoom } = startWorks([
      ['flood', 6],
      ['flood', 4],
      ['flood', 1],
      ['visitor', 1],
    ])
    await settle()
    expect(begun).toEqual([0, 1, 3])
    expect([hasRoom('flood', 1), hasRoom('visitor', 9), hasRoom('visitor', 10), hasRoom('new', 99)]).toEqual([
      false,
      true,
      false,
      true,
    ])
    ends[1]!(new Error('failed'))
    await settle()
    expect(begun).toEqual([0, 1, 3, 2])
    for (const end of ends) end()
    expect(await Promise.all(results)).toEqual(['done', 'failed', 'done', 'done'])
    expect(hasRoom('flood', 10)).toBe(true)
  })

  it('runs work for which others wait at once, and counts it', async () => {
    const { run, hasRoom } = createSenderLimit(10)
    const ends: (() => void)[] = []
    const begun: string[] = []
    const work = (name: string) => () => {
      begun.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    }
    const results = [
      run('s', 9, work('first')),
      run('s', 9, work('waits')),
      run('s', 9, work('awaited'), true),
    ]
    await settle()
    expect([begun, hasRoom('s', 1)]).toEqual([['first', 'awaited'], false])
    ends[0]!()
    await settle()
    expect(begun).toEqual(['first', 'awaited'])
    ends[1]!()
    await settle()
    expect(begun).toEqual(['first', 'awaited', 'waits'])
    ends[2]!()
    await Promise.all(results)
    expect(hasRoom('s', 10)).toBe(true)
  })

  it('runs heavier work alone, in the order of the calls', async () => {
    const { begun, ends, results } = startWorks([
      ['sender', 1],
      ['sender', 50],
      ['sender', 1],
    ])
    await settle()
    expect(begun).toEqual([0])
    ends[0]!()
    await settle()
    expect(begun).toEqual([0, 1])
    ends[1]!()
    await settle()
    ends[2]!()
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done'])
  })
})
