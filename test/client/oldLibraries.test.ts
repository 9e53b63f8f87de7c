import { afterEach, describe, expect, it } from 'vitest'
import { startClient } from '../support/startClient'

const { reduce } = Array.prototype
const restore = () => Object.defineProperty(Array.prototype, 'reduce', { value: reduce })
afterEach(restore)

describe('a page whose promises have no `finally` (D-686)', () => {
  it('becomes ready, and sends what it captures later too', async () => {
    // The test runner needs it first.
    await undefined
    const own = Object.getOwnPropertyDescriptor(Promise.prototype, 'finally')!
    Reflect.deleteProperty(Promise.prototype, 'finally')
    try {
      const { client, settle, events, errors } = startClient({ config: { capture_pageview: false } })
      let isReady = false
      void client.ready().then(() => {
        isReady = true
      })
      for (const event of ['a', 'b']) {
        client.capture(event)
        await settle(5_000)
      }
      expect([isReady, (await events()).map(({ event }) => event), errors]).toEqual([true, ['a', 'b'], []])
    } finally {
      Object.defineProperty(Promise.prototype, 'finally', own)
    }
  })
})

describe('a page whose library has replaced methods of arrays', () => {
  it('captures and identifies with the `reduce` of Prototype 1.6, which takes no callback (R31, D-668)', async () => {
    const { client, settle, events, errors } = startClient({ config: { capture_pageview: false } })
    await settle()
    Object.defineProperty(Array.prototype, 'reduce', {
      value(this: unknown[]) {
        return this.length > 1 ? this : this[0]
      },
    })
    client.capture('bought', { items: ['pen'] })
    client.people.set('plan', 'pro')
    client.identify('u1')
    restore()
    await settle(5_000)
    expect((await events()).map(({ event }) => event)).toEqual(['bought', '$set', '$identify'])
    expect(errors).toEqual([])
  })
})
