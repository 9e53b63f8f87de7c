import { describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import { visit } from '../support/personVisit'
import type { StartOptions } from '../support/startClient'

const loggedIn = (distinctID: string): Partial<Config> => ({
  bootstrap: { distinctID, isIdentifiedID: true },
})

/** Stores a visitor with registered properties, and opens the next page of the browser. */
async function returning(stored: Partial<Config>, options: StartOptions) {
  const { client, browser, service, settle } = await visit({ config: stored })
  client.register({ plan: 'stored', source: 'ad' })
  await settle(1_000)
  const id = client.get_distinct_id()
  await client.shutdown()
  const next = await visit({ browser, service, page: { seed: 2 }, ...options })
  return { ...next, id }
}

describe('register before another store is opened (D-641)', () => {
  const stores = ['memory', 'cookie', 'sessionStorage'] as const
  it.each(
    stores.flatMap(store => [
      [store, 'an anonymous visitor', {}] as const,
      [store, 'a person', loggedIn('a')] as const,
    ]),
  )('keeps its properties and the stored identity: persistence "%s", %s', async (persistence, _, stored) => {
    const { client, settle, browser, service, id } = await returning(stored, { config: { persistence } })
    client.register({ plan: 'new' })
    client.register_once({ visit: 2 })
    await settle(2_000)
    client.set_config({ persistence: 'localStorage+cookie' })
    const expected = { distinct_id: id, plan: 'new', visit: 2, source: 'ad' }
    expect(client.capture('e')!.properties).toMatchObject(expected)
    await client.shutdown()
    const next = await visit({ browser, service, page: { seed: 3 } })
    expect(next.client.capture('e')!.properties).toMatchObject(expected)
  })

  it('gives nothing to another person who is stored', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const config: Partial<Config> = { persistence: 'sessionStorage', ...loggedIn('b') }
    const first = await visit({ config })
    await first.settle(1_000)
    const { browser, service, tab } = first
    await first.client.shutdown()
    const other = await visit({ browser, service, page: { seed: 2 }, config: loggedIn('a') })
    other.client.register({ plan: 'of a' })
    await other.client.shutdown()
    const page = await visit({
      browser,
      service,
      tab,
      page: { seed: 3 },
      config: { persistence: 'sessionStorage' },
    })
    page.client.register({ visit: 'of b' })
    await page.settle(1_000)
    page.client.set_config({ persistence: 'localStorage+cookie' })
    const { properties } = page.client.capture('e')!
    expect(properties).toMatchObject({ distinct_id: 'a', plan: 'of a' })
    expect(properties).not.toHaveProperty('visit')
    error.mockRestore()
  })

  it('adds what is missing when another tab gives consent', async () => {
    const config: Partial<Config> = { opt_out_capturing_by_default: true }
    const first = await visit({ config })
    const { browser, service } = first
    const second = await visit({ browser, service, page: { seed: 2 }, config })
    first.client.register({ plan: 'of the first tab' })
    second.client.register({ plan: 'of the second tab', visit: 2 })
    await first.settle(1_000)
    await second.settle(1_000)
    first.client.opt_in_capturing()
    await first.settle(1_000)
    expect(second.client.capture('e')!.properties).toMatchObject({ plan: 'of the first tab', visit: 2 })
  })
})
