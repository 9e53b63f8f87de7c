// @vitest-environment happy-dom
import { createClient } from 'earshot'
import { createService } from 'earshot/server'
import { expect, it } from 'vitest'

it('captures who signs up', async () => {
  const service = createService({ projectKey: 'phc_test', flags: { 'new-checkout': true } })
  const client = createClient('phc_test', {
    api_host: 'https://events.test',
    fetch: service.fetch,
    opt_out_useragent_filter: true, // a test browser would be taken for a robot
  })
  await client.ready()
  client.capture('signed up', { plan: 'pro', checkout: client.getFeatureFlag('new-checkout') })
  await client.shutdown()

  const events = await service.state.events()
  expect(events.at(-1)).toMatchObject({ event: 'signed up', properties: { plan: 'pro', checkout: true } })
})
