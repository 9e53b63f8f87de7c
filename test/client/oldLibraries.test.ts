import { afterEach, describe, expect, it } from 'vitest'
import { startClient } from '../support/startClient'

const { reduce } = Array.prototype
const restore = () => Object.defineProperty(Array.prototype, 'reduce', { value: reduce })
afterEach(restore)

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
