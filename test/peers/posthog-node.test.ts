import { PostHog } from 'posthog-node'
import { afterEach, describe, expect, it } from 'vitest'
import type { Service } from '../../src/server/index'
import { createTestService } from '../server/testService'

const clients: PostHog[] = []

function createClient(service: Service, options: object = {}): PostHog {
  const client = new PostHog('phc_demo', {
    host: 'http://service.test',
    fetch: service.fetch as never,
    flushAt: 1,
    flushInterval: 0,
    ...options,
  })
  clients.push(client)
  return client
}

afterEach(async () => {
  for (const client of clients.splice(0)) await client.shutdown()
})

describe('posthog-node against the service: flags', () => {
  const flags = {
    on: true,
    off: false,
    shape: 'round',
    'for-pages': { evaluation_runtime: 'client' as const },
    'for-servers': { evaluation_runtime: 'server' as const, payload: { columns: 2 } },
  }

  it('receives the flags for servers, with variants and payloads', async () => {
    const client = createClient(createTestService({ flags }))
    const all = await client.getAllFlagsAndPayloads('u')
    expect(all.featureFlags).toEqual({ on: true, off: false, shape: 'round', 'for-servers': true })
    expect(all.featureFlagPayloads).toEqual({ 'for-servers': { columns: 2 } })
  })

  it('receives flags for its properties and groups', async () => {
    const filters = {
      groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }], rollout_percentage: 100 }],
    }
    const byGroup = {
      aggregation_group_type_index: 0,
      groups: [{ properties: [{ key: 'tier', value: 'gold', type: 'group', group_type_index: 0 }] }],
    }
    const service = createTestService({
      flags: { plan: { filters }, tier: { filters: byGroup } },
      groupTypes: ['company'],
    })
    const client = createClient(service)
    const options = {
      personProperties: { plan: 'pro' },
      groups: { company: 'acme' },
      groupProperties: { company: { tier: 'gold' } },
    }
    expect(await client.getAllFlags('u', options)).toEqual({ plan: true, tier: true })
    expect(await client.getAllFlags('u')).toEqual({ plan: false, tier: false })
  })
})

describe('posthog-node against the service: capture', () => {
  it('sends events, identities, aliases and groups', async () => {
    const service = createTestService()
    const client = createClient(service)
    client.capture({ distinctId: 'u', event: 'signup', properties: { plan: 'pro' } })
    client.identify({ distinctId: 'u', properties: { email: 'u@example.com' } })
    client.alias({ distinctId: 'u', alias: 'u-2' })
    client.groupIdentify({ groupType: 'company', groupKey: 'acme', properties: { tier: 'gold' } })
    await client.flush()
    const names = (await service.state.events()).map(event => event.event)
    expect(names.sort()).toEqual(['$create_alias', '$groupidentify', '$identify', 'signup'])
    expect(await service.state.groups()).toMatchObject([
      { type: 'company', key: 'acme', properties: { tier: 'gold' } },
    ])
    const person = (await service.state.persons()).find(({ distinct_ids }) => distinct_ids.includes('u'))
    expect(person).toMatchObject({ properties: { email: 'u@example.com' } })
    expect(person?.distinct_ids.sort()).toEqual(['u', 'u-2'])
  })

  it('sends a refused event once, reports the error, and sends the next one (D-808)', async () => {
    const service = createTestService()
    const client = createClient(service, { flushAt: 20 })
    const errors: unknown[] = []
    client.on('error', error => errors.push(error))
    client.capture({ distinctId: 'u', event: 'order', properties: { list: Array(100_000).fill(1) } })
    await client.flush().catch(() => undefined)
    client.capture({ distinctId: 'u', event: 'signup' })
    await client.flush()
    expect(errors).toMatchObject([{ status: 400 }])
    expect(service.state.requests().map(({ status }) => status)).toEqual([400, 200])
    expect(await service.state.events()).toMatchObject([{ event: 'signup' }])
  })
})
