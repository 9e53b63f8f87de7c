import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { flag, replyOf, scripted } from '../support/flagReplies'
import { startClient } from '../support/startClient'

const STORED = 'earshot_phc_demo_flags'
const OFFLINE = { page: { seed: 2, online: false } }

describe('stored flags', () => {
  /** Starts a page on which only stored flags are known, after a change of what an earlier page has stored. */
  async function restart(change: (stored: Record<string, unknown>) => unknown) {
    const { config } = scripted(replyOf({ a: 'x', b: true }))
    const first = startClient({ config })
    await first.settle(1_000)
    const { browser, page } = first
    const stored = JSON.parse(browser.local.entries.get(STORED)!) as Record<string, unknown>
    browser.local.entries.set(STORED, JSON.stringify(change(stored)))
    return startClient({ browser, page: { ...OFFLINE.page, now: page.now() } })
  }

  it('are known on the next page with request and time of the evaluation', async () => {
    const { client } = await restart(stored => stored)
    expect(client.featureFlags.getFlagDetails('a')).toMatchObject({
      entry: { value: 'x' },
      source: 'stored',
      requestId: replyOf({}).requestId,
      evaluatedAt: Date.UTC(2026, 0, 5, 12),
    })
  })

  it.each<[string, (stored: Record<string, unknown>) => unknown]>([
    ['belong to another person', stored => ({ ...stored, owner: 'other' })],
    ['are null', () => null],
    ['are a text', () => 'x'],
    ['have no flags', ({ flags: _, ...stored }) => stored],
    ['are a text in place of flags', stored => ({ ...stored, flags: 'x' })],
  ])('are ignored when they %s', async (_, change) => {
    const { client, errors } = await restart(change)
    expect(client.featureFlags.getFlagVariants()).toEqual({})
    expect(errors.filter(({ reason }) => reason !== 'flags')).toEqual([])
  })

  it('are used without those of another form (D-351)', async () => {
    const flags = {
      good: { value: true, payload: '1' },
      number: { value: 1 },
      none: null,
      text: 'x',
      payload: { value: true, payload: { a: 1 } },
    }
    const { client } = await restart(stored => ({ ...stored, flags, at: 'x', requestId: 5 }))
    expect(client.featureFlags.getFlagVariants()).toEqual({ good: true })
    expect(client.featureFlags.getFlagDetails('good')).toMatchObject({ evaluatedAt: 0 })
    expect(client.featureFlags.getFlagDetails('good')?.requestId).toBeUndefined()
  })
})

describe('evaluation of some flags', () => {
  it.each<[string, Partial<Config>]>([
    ['flag_keys', { flag_keys: ['b'] }],
    ['advanced_only_evaluate_survey_feature_flags', { advanced_only_evaluate_survey_feature_flags: true }],
  ])('with %s keeps the others of the same person, and none of another', async (_, given) => {
    const { config } = scripted(replyOf({ a: true }), replyOf({ b: true }), replyOf({ c: true }))
    const { client, settle } = startClient({ config: { ...config, ...given } })
    await settle(1_000)
    client.reloadFeatureFlags()
    await settle(100)
    expect(client.featureFlags.getFlags()).toEqual(['a', 'b'])
    client.identify('another')
    await settle(100)
    expect(client.featureFlags.getFlags()).toEqual(['c'])
  })
})

describe('flag properties of events (D-079)', () => {
  it('contain the id of the request and the overrides', async () => {
    const { config } = scripted(replyOf({ a: true, b: 'x' }))
    const { client, settle } = startClient({ config })
    await settle(1_000)
    const { requestId } = replyOf({})
    expect(client.capture('e')!.properties).toMatchObject({ $feature_flag_request_id: requestId })
    expect(client.capture('e')!.properties).not.toHaveProperty('$override_feature_flags')
    client.featureFlags.overrideFeatureFlags({ b: false, c: true })
    expect(client.capture('e')!.properties).toMatchObject({
      '$feature/a': true,
      '$feature/b': false,
      '$feature/c': true,
      $active_feature_flags: ['a', 'c'],
      $override_feature_flags: { b: false, c: true },
    })
  })

  it('contain none before flags are known, and none of a person who has logged out', async () => {
    const { config } = scripted(replyOf({ a: true }))
    const { client, settle } = startClient({ config })
    const names = () => Object.keys(client.capture('e')!.properties).filter(name => /feature/.test(name))
    expect(names()).toEqual([])
    await settle(1_000)
    expect(names()).toContain('$feature/a')
    client.reset()
    expect(names()).toEqual([])
  })

  it('contain a flag of many from the read on, and not those that do not exist', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`flag-${i}-of-many`, true]))
    const { config } = scripted(replyOf({ ...many, off: false }))
    const { client, settle } = startClient({ config })
    await settle(1_000)
    const names = () =>
      Object.keys(client.capture('e')!.properties).filter(name => name.startsWith('$feature/'))
    expect(names()).toEqual([])
    expect(client.capture('e')!.properties.$active_feature_flags).toEqual([])
    for (const key of ['off', 'nowhere']) client.getFeatureFlag(key, { send_event: false })
    expect(names()).toEqual(['$feature/off'])
    expect(client.capture('e')!.properties.$active_feature_flags).toEqual([])
  })

  it('contain, of many flags that are read, the reported one alone on its own event (R01, D-800)', async () => {
    const keys = Array.from({ length: 50 }, (_, i) => `flag-${i}-of-many`)
    let copies = 0
    const featureFlags = new Proxy(Object.fromEntries(keys.map(key => [key, true])), {
      ownKeys: flags => {
        copies++
        return Reflect.ownKeys(flags)
      },
    })
    const { client } = startClient({ config: { bootstrap: { featureFlags } } })
    const copiesAtStart = copies
    const names: string[][] = []
    client.on('eventCaptured', ({ event, properties }) => {
      if (event !== '$pageview') names.push(Object.keys(properties).filter(name => /^\$feature\//.test(name)))
    })
    for (const key of keys) client.getFeatureFlag(key)
    expect(names).toEqual(keys.map(key => [`$feature/${key}`]))
    expect(copies).toBe(copiesAtStart)
    client.capture('e', { $feature_flag: keys[0] })
    expect(names.at(-1)).toEqual(keys.map(key => `$feature/${key}`))
  })

  it('contain none of many flags that have expired (D-396)', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`flag-${i}-of-many`, true]))
    const { config } = scripted(replyOf(many))
    const { client, page, settle } = startClient({ config: { ...config, feature_flag_cache_ttl_ms: 10_000 } })
    await settle(1_000)
    expect(client.capture('e')!.properties).toHaveProperty('$active_feature_flags')
    page.advance(11_000)
    expect(client.capture('e')!.properties).not.toHaveProperty('$active_feature_flags')
  })
})

describe('featureFlags.overrideFeatureFlags', () => {
  const start = async () => {
    const metadata = { payload: '{"limit":3}' }
    const { config } = scripted({ flags: { a: flag('a', 'x', { metadata }) } })
    const { client, settle } = startClient({ config })
    await settle(1_000)
    return client
  }

  it('overrides a flag that is named flags or payloads', async () => {
    const client = await start()
    client.featureFlags.overrideFeatureFlags({ flags: 'x', payloads: true })
    expect(client.featureFlags.getFlagVariants()).toEqual({ a: 'x', flags: 'x', payloads: true })
  })

  it('overrides payloads alone, or flags alone', async () => {
    const client = await start()
    client.featureFlags.overrideFeatureFlags({ payloads: { a: { limit: 9 } } })
    expect([client.getFeatureFlag('a'), client.getFeatureFlagPayload('a')]).toEqual(['x', { limit: 9 }])
    client.featureFlags.overrideFeatureFlags({ flags: ['a', 'b'], payloads: false })
    expect(client.featureFlags.getFlagVariants()).toEqual({ a: true, b: true })
    expect(client.featureFlags.getFlagPayloads()).toEqual({ a: { limit: 3 } })
    client.featureFlags.overrideFeatureFlags({ flags: false })
    expect(client.featureFlags.getFlagVariants()).toEqual({ a: 'x' })
  })

  it('calls the listeners, and makes flags known', async () => {
    const { client } = startClient({ page: { online: false } })
    const received: string[][] = []
    client.onFeatureFlags(keys => received.push(keys))
    received.length = 0
    client.featureFlags.overrideFeatureFlags({ on: true, off: false })
    expect([received, client.featureFlags.hasLoadedFlags]).toEqual([[['on']], true])
    expect(client.getFeatureFlag('off')).toBe(false)
  })
})

describe('updateFlags', () => {
  it('stores the values for the next page, without payloads of disabled flags', () => {
    const first = startClient(OFFLINE)
    first.client.updateFlags({ a: 'x', off: false }, { a: 1, off: 2, other: 3 })
    expect(first.client.featureFlags.getFlagPayloads()).toEqual({ a: 1 })
    const next = startClient({ browser: first.browser, page: { seed: 3, online: false } })
    expect(next.client.featureFlags.getFlagVariants()).toEqual({ a: 'x' })
    expect(next.client.getFeatureFlagPayload('a')).toBe(1)
  })
})
