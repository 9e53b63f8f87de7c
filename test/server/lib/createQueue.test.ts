import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createQueue } from '../../../src/server/lib/createQueue'
import { collectGarbage } from '../../support/collectGarbage'

describe('createQueue', () => {
  it('runs work in order, also after failed work', async () => {
    const enqueue = createQueue()
    const order: number[] = []
    const works = [1, 2, 3].map(number =>
      enqueue(async () => {
        await pause(3 - number)
        order.push(number)
        if (number === 2) throw new Error('failed')
        return number
      }),
    )
    expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(order).toEqual([1, 2, 3])
  })

  it('keeps no result when its work is done: that of a batch may be 20 MB (D-472)', async () => {
    const enqueue = createQueue()
    const runWork = async () => new WeakRef(await enqueue(async () => ({ large: true })))
    const result = await runWork()
    await pause(0)
    collectGarbage()
    expect(result.deref()).toBeUndefined()
    await enqueue(async () => undefined)
  })
})
