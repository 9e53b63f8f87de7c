// @vitest-environment happy-dom
import { createClient } from 'earshot'
import { createService } from 'earshot/server'
import { afterEach, expect, it } from 'vitest'
import { checkout } from './checkout'

/** Starts a client that uses the service as its `fetch`: no network and no mocks. */
const startSite = (flags: Record<string, boolean>) => {
  const service = createService({ flags })
  const client = createClient('phc_demo', {
    api_host: 'https://events.example.com',
    fetch: service.fetch,
    persistence: 'memory',
    // Bots are not captured, and happy-dom identifies as one.
    opt_out_useragent_filter: true,
  })
  return { service, client }
}

let site: ReturnType<typeof startSite>
afterEach(() => site.client.shutdown())

it.each([
  ['on', true, '/checkout'],
  ['off', false, '/checkout/address'],
])('returns the page and captures an event with the flag %s', async (_, isOn, page) => {
  site = startSite({ 'short-checkout': isOn })
  const { client, service } = site
  await client.ready()

  expect(checkout(client, ['tea', 'a tin'])).toBe(page)

  await client.flush()
  const event = (await service.state.events()).find(({ event }) => event === 'checkout started')
  expect(event?.properties).toMatchObject({ items: 2, short: isOn })
})
