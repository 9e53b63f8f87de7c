import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createBeginQueue } from '../../../src/server/connections/createBeginQueue'
import { yieldToRequests } from '../../../src/server/lib/yieldToRequests'

const messageOf = (headers: number) =>
  ({ url: '/', rawHeaders: Array.from({ length: 2 * headers }, () => 'a') }) as IncomingMessage
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await yieldToRequests()
}

describe('createBeginQueue (D-841)', () => {
  it('begins 32 requests in a turn of the event loop, those of several senders in turn', async () => {
    const begin = createBeginQueue()
    const begun: string[] = []
    const add = (name: string) => expect(begin(name, messageOf(10), () => begun.push(name))).toBe(true)
    for (let count = 0; count < 100; count++) add('flood')
    add('visitor')
    await yieldToRequests()
    expect(begun).toHaveLength(32)
    expect(begun.indexOf('visitor')).toBe(1)
    await settle()
    expect(begun).toHaveLength(101)
  })

  it('has no room for more than 16 MB of requests that wait of a sender, and 32 MB of all (R50)', async () => {
    const begin = createBeginQueue()
    let begun = 0
    const add = (sender: string) => begin(sender, messageOf(200), () => begun++)
    const countOf = (sender: string) => {
      let count = 0
      while (add(sender)) count++
      return count
    }
    const first = countOf('flood')
    expect(first).toBe(Math.floor((16 * 1024 * 1024) / (8 * 1024 + 1 + 400 + 100 * 201)))
    expect(countOf('others')).toBe(first)
    expect(countOf('visitor')).toBeLessThan(2)
    await settle()
    expect(begun).toBeGreaterThan(600)
    expect(add('flood')).toBe(true)
  })
})
