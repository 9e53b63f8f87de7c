import { afterEach, describe, expect, it } from 'vitest'
import { startClient } from '../support/startClient'

const unhook = () => {
  for (const prototype of [Array.prototype, Object.prototype]) Reflect.deleteProperty(prototype, 'toJSON')
}
afterEach(unhook)

describe('a page with toJSON on built-in prototypes', () => {
  it('sends and stores real arrays and objects when the page has hooks (R38)', async () => {
    const bodies: unknown[] = []
    const reply = JSON.stringify({ flags: { beta: { key: 'beta', enabled: true } }, surveys: [] })
    const fetch: typeof globalThis.fetch = async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return new Response(reply)
    }
    Object.assign(Array.prototype, {
      toJSON(this: unknown[]) {
        return `A${this.length}`
      },
    })
    Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'O', configurable: true })
    const { client, settle, browser } = startClient({ config: { fetch, capture_pageview: false } })
    await settle(1_000)
    client.group('team', 't1')
    client.identify('a', { tags: ['x'] })
    client.capture('order', { items: ['pen', { ids: [1, 2] }] })
    await settle(1_000)
    const stored = [...browser.local.entries]
    unhook()
    const sent = bodies.flatMap(body => (body as { batch?: unknown[] }).batch ?? [body])
    expect(sent).toContainEqual(
      expect.objectContaining({
        event: 'order',
        properties: expect.objectContaining({ items: ['pen', { ids: [1, 2] }], $groups: { team: 't1' } }),
      }),
    )
    expect(sent).toContainEqual(
      expect.objectContaining({
        event: '$identify',
        properties: expect.objectContaining({ $set: { tags: ['x'] } }),
      }),
    )
    expect(sent).toContainEqual(expect.objectContaining({ person_properties: expect.any(Object) }))
    expect(stored.filter(([, text]) => /"[AO]\d*"/.test(text))).toEqual([])
    expect(stored.length).toBeGreaterThan(2)
  })
})
