import { OpenFeature, ProviderStatus } from '@openfeature/web-sdk'
import { EarshotProvider } from 'earshot/openfeature'
import { describe, expect, it } from 'vitest'
import { createService } from '../../src/server/index'
import { fakeBrowser } from '../support/fakeBrowser'
import { startClient } from '../support/startClient'
import { startProvider } from './startProvider'

const onTeam = {
  filters: {
    groups: [
      {
        properties: [{ key: 'plan', value: 'team', operator: 'exact' as const, type: 'person' as const }],
        rollout_percentage: 100,
      },
    ],
  },
}
const service = { flags: { on: true, export: onTeam } } as never

describe('EarshotProvider', () => {
  it('has the values of the first context when it is ready', async () => {
    const { flags, seen } = await startProvider({ service, context: { plan: 'team' } })
    expect(flags.providerStatus).toBe(ProviderStatus.READY)
    expect(flags.getBooleanValue('export', false)).toBe(true)
    expect(seen).toEqual(['PROVIDER_READY'])
  })

  it('uses a context that was set before the provider', async () => {
    const { client, settle } = startClient({ service })
    await OpenFeature.setContext('early', { plan: 'team' })
    const ready = OpenFeature.setProviderAndWait('early', new EarshotProvider(client))
    await settle(10)
    await ready
    expect(OpenFeature.getClient('early').getBooleanValue('export', false)).toBe(true)
  })

  it('is ready at once with stored flags, and stale until the answer', async () => {
    const browser = fakeBrowser()
    await (await startProvider({ service, browser })).client.shutdown()
    const { flags, seen } = await startProvider({
      service,
      browser,
      config: { advanced_disable_feature_flags_on_first_load: true },
    })
    expect(flags.getBooleanDetails('on', false)).toMatchObject({ value: true, reason: 'CACHED' })
    expect(seen).toEqual(['PROVIDER_READY', 'PROVIDER_STALE'])
    expect(flags.providerStatus).toBe(ProviderStatus.STALE)
  })

  it('announces the answer that follows stored flags', async () => {
    const browser = fakeBrowser()
    await (await startProvider({ service, browser })).client.shutdown()
    const second = await startProvider({
      service: { flags: { on: false } },
      browser,
      config: { advanced_disable_feature_flags_on_first_load: true },
    })
    second.client.reloadFeatureFlags()
    await second.settle(10)
    expect(second.seen.slice(2)).toEqual([
      ['PROVIDER_CONFIGURATION_CHANGED', 'on', 'export'],
      'PROVIDER_READY',
    ])
    expect(second.flags.getBooleanDetails('on', true)).toMatchObject({ value: false })
  })

  it('answers bootstrapped and overridden flags with the reason STATIC', async () => {
    const { flags, client } = await startProvider({
      config: { bootstrap: { featureFlags: { on: true } }, advanced_disable_flags: true },
    })
    expect(flags.getBooleanDetails('on', false)).toMatchObject({ value: true, reason: 'STATIC' })
    client.featureFlags.overrideFeatureFlags({ on: 'b' })
    expect(flags.getStringDetails('on', 'a')).toMatchObject({ value: 'b', reason: 'STATIC' })
  })

  it.each([
    [401, ProviderStatus.FATAL, 'PROVIDER_FATAL'],
    [500, ProviderStatus.ERROR, 'PROVIDER_NOT_READY'],
  ])('answers status %i without known flags with %s', async (status, expected, errorCode) => {
    const { flags } = await startProvider({
      config: { fetch: async () => new Response('{}', { status }) },
      wait: false,
    })
    expect(flags.providerStatus).toBe(expected)
    expect(flags.getBooleanDetails('on', true)).toMatchObject({ value: true, errorCode })
  })

  it('keeps its values and is stale while requests fail, then ready', async () => {
    const started = await startProvider({ service })
    const restore = started.service.fail({ path: '/flags', status: 500 })
    started.client.reloadFeatureFlags()
    await started.settle(10)
    expect(started.flags.providerStatus).toBe(ProviderStatus.STALE)
    expect(started.flags.getBooleanValue('on', false)).toBe(true)
    restore()
    started.client.reloadFeatureFlags()
    await started.settle(10)
    expect(started.flags.providerStatus).toBe(ProviderStatus.READY)
    expect(started.seen).toEqual(['PROVIDER_READY', 'PROVIDER_STALE', 'PROVIDER_READY'])
  })

  it('announces the keys whose value or payload changed, and no others', async () => {
    const started = await startProvider({ service })
    await started.service.state.setFlag('on', false)
    started.client.reloadFeatureFlags()
    await started.settle(10)
    started.client.reloadFeatureFlags()
    await started.settle(10)
    expect(started.seen).toEqual(['PROVIDER_READY', ['PROVIDER_CONFIGURATION_CHANGED', 'on']])
  })
})

describe('context changes', () => {
  it('evaluate the flags again, and take back properties that have left', async () => {
    const { flags, setContext, seen, client } = await startProvider({ service })
    client.setPersonPropertiesForFlags({ own: 1 }, false)
    await setContext({ plan: 'team' })
    expect(flags.getBooleanValue('export', false)).toBe(true)
    await setContext({})
    expect(flags.getBooleanValue('export', true)).toBe(false)
    expect(client.get_property('$stored_person_properties')).toEqual({ own: 1 })
    expect(seen).toEqual([
      'PROVIDER_READY',
      'PROVIDER_RECONCILING',
      'PROVIDER_CONTEXT_CHANGED',
      'PROVIDER_RECONCILING',
      'PROVIDER_CONTEXT_CHANGED',
    ])
  })

  it('request nothing when they are equal', async () => {
    const {
      setContext,
      service: its,
      seen,
    } = await startProvider({ service, context: { plan: 'team', at: new Date(0) } })
    const before = its.state.requests().length
    await setContext({ at: new Date(0), plan: 'team' })
    expect(its.state.requests()).toHaveLength(before)
    expect(seen).not.toContain('PROVIDER_RECONCILING')
    await setContext({ at: new Date(1), plan: 'team' })
    expect(seen).toContain('PROVIDER_RECONCILING')
  })

  it('that overlap all end with the values of the latest', async () => {
    const { flags, domain, settle } = await startProvider({ service })
    const changes = ['team', 'free', 'team'].map(plan => OpenFeature.setContext(domain, { plan }))
    await settle(10)
    await Promise.all(changes)
    expect(flags.getBooleanValue('export', false)).toBe(true)
    expect(flags.providerStatus).toBe(ProviderStatus.READY)
  })

  it('ignore a late answer to an earlier context, and its failure', async () => {
    const held: (() => void)[] = []
    const backend = createService(service)
    let isHeld = false
    let failNext = false
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const mustFail = failNext
      failNext = false
      if (isHeld) await new Promise<void>(resolve => held.push(resolve))
      return mustFail ? new Response('{}', { status: 500 }) : backend.fetch(input as string, init)
    }
    const { flags, domain, settle } = await startProvider({ config: { fetch: fetch as never } })
    for (const fails of [false, true]) {
      isHeld = true
      failNext = fails
      const early = OpenFeature.setContext(domain, { plan: `free ${fails}` })
      await settle(10)
      const late = OpenFeature.setContext(domain, { plan: 'team' })
      await settle(10)
      isHeld = false
      held.splice(0).forEach(release => release())
      await settle(10)
      await settle(10)
      await Promise.all([early, late])
      expect(flags.providerStatus).toBe(ProviderStatus.READY)
      expect(flags.getBooleanValue('export', false)).toBe(true)
    }
  })

  it('fail when their request fails, and keep the values', async () => {
    const started = await startProvider({ service })
    started.service.fail({ path: '/flags', status: 500 })
    await started.setContext({ plan: 'team' }).catch(() => {})
    expect(started.seen).toContain('PROVIDER_ERROR')
    expect(started.flags.getBooleanValue('on', false)).toBe(true)
  })

  it('set groups with their properties, and leave them', async () => {
    const { setContext, client } = await startProvider({ service })
    client.group('region', 'eu')
    await setContext({ groups: { team: 't1', shop: 's1' }, groupProperties: { team: { size: 3 } } })
    expect(client.getGroups()).toEqual({ region: 'eu', team: 't1', shop: 's1' })
    expect(client.get_property('$stored_group_properties')).toMatchObject({ team: { size: 3 } })
    await setContext({ groups: { shop: 's1' } })
    expect(client.getGroups()).toEqual({ region: 'eu', shop: 's1' })
  })

  it.each([
    [false, false],
    [true, true],
  ])('with identify %s log in and out: %s', async (identify, logsIn) => {
    const { setContext, client } = await startProvider({ service, options: { identify } })
    const anonymous = client.get_distinct_id()
    await setContext({ targetingKey: 'ada' })
    expect(client.get_distinct_id() === 'ada').toBe(logsIn)
    await setContext({})
    expect(client.get_distinct_id() === anonymous).toBe(!logsIn)
  })
})

describe('exposures', () => {
  it.each([
    [true, ['on']],
    [false, []],
  ])('with sendEvents %s are reported once: %j', async (sendEvents, expected) => {
    const { flags, settle, events } = await startProvider({ service, options: { sendEvents } })
    flags.getBooleanValue('on', false)
    flags.getBooleanDetails('on', false)
    await settle(2_000)
    const called = (await events()).filter(({ event }) => event === '$feature_flag_called')
    expect(called.map(({ properties }) => properties['$feature_flag'])).toEqual(expected)
  })
})

describe('track', () => {
  it('captures the details and the chosen attributes of the context', async () => {
    const { flags, settle, events } = await startProvider({
      service,
      context: { plan: 'team', secret: 1 },
      options: { trackedAttributes: ['plan', 'missing'] },
    })
    flags.track('ordered', { value: 9.5, currency: 'EUR' })
    await settle(2_000)
    const ordered = (await events()).find(({ event }) => event === 'ordered')!
    expect(ordered.properties).toMatchObject({ value: 9.5, currency: 'EUR', plan: 'team' })
    expect(ordered.properties).not.toHaveProperty('secret')
    expect(ordered.properties).not.toHaveProperty('missing')
  })

  it('does nothing before the provider is ready', async () => {
    const { flags, settle, events } = await startProvider({ service, init: false, wait: false })
    flags.track('ordered')
    await settle(2_000)
    expect(await events()).toEqual([])
  })
})

describe('onClose', () => {
  it('ends the subscriptions, can be repeated, and leaves the client running', async () => {
    const { provider, client, seen, settle, service: its } = await startProvider({ service })
    await provider.onClose()
    await provider.onClose()
    await its.state.setFlag('on', false)
    client.reloadFeatureFlags()
    await settle(10)
    expect(seen).toEqual(['PROVIDER_READY'])
    expect(client.isFeatureEnabled('on')).toBe(false)
  })
})
