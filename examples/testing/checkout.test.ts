// @vitest-environment happy-dom
import { createClient } from 'earshot'
import { createService } from 'earshot/server'
import { afterEach, expect, it } from 'vitest'
import { checkout } from './checkout'

/** A client whose network is the service itself: nothing leaves the process, and nothing is mocked. */
const start = (flags: Record<string, boolean>) => {
  const service = createService({ flags })
  const client = createClient('phc_demo', {
    api_host: 'https://events.example.com',
    fetch: service.fetch,
    persistence: 'memory',
    // Robots are not captured, and happy-dom says that it is one.
    opt_out_useragent_filter: true,
  })
  return { service, client }
}

let started: ReturnType<typeof start>
afterEach(() => started.client.shutdown())

it.each([
  ['on', true, '/checkout'],
  ['off', false, '/checkout/address'],
])('leads to the right page with the flag %s, and says so', async (_, isOn, page) => {
  started = start({ 'short-checkout': isOn })
  const { client, service } = started
  await client.ready()

  expect(checkout(client, ['tea', 'a tin'])).toBe(page)

  await client.flush()
  const begun = (await service.state.events()).find(({ event }) => event === 'checkout begun')
  expect(begun?.properties).toMatchObject({ items: 2, short: isOn })
})
