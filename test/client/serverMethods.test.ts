import { describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/index'
import { HOST, TOKEN } from '../support/startClient'

const bootstrap = {
  distinctID: 'ann',
  featureFlags: { price: 'b', off: false },
  featureFlagPayloads: { price: { a: 1 } },
}

describe('a client on a server', () => {
  it('answers from bootstrap, without clock and chance (R22)', () => {
    const clock = vi.spyOn(Date, 'now')
    const chance = vi.spyOn(Math, 'random')
    const client = createClient(TOKEN, { api_host: HOST, bootstrap, feature_flag_cache_ttl_ms: 1 })
    expect(client.getFeatureFlag('price')).toBe('b')
    expect([client.isFeatureEnabled('price'), client.isFeatureEnabled('off')]).toEqual([true, false])
    expect(client.isFeatureEnabled('none', { defaultValue: true })).toBe(true)
    expect(client.getFeatureFlagPayload('price')).toEqual({ a: 1 })
    expect(client.getFeatureFlagResult('price')).toMatchObject({ variant: 'b', payload: { a: 1 } })
    expect(client.getAllFeatureFlags()).toHaveLength(2)
    expect(client.featureFlags.getFlagVariants()).toEqual({ price: 'b' })
    expect(client.get_distinct_id()).toBe('ann')
    expect(client.config).toMatchObject({ api_host: HOST, bootstrap })
    const callback = vi.fn()
    client.onFeatureFlags(callback)()
    expect(callback).toHaveBeenCalledTimes(1)
    expect(client.capture('e')).toBeUndefined()
    expect(client.__loaded).toBe(false)
    expect([clock.mock.calls, chance.mock.calls]).toEqual([[], []])
  })

  it('logs one line in a worker of a browser, and answers from bootstrap there (R45)', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('WorkerNavigator', class {})
    try {
      const client = createClient(TOKEN, { api_host: HOST, bootstrap })
      expect(client.getFeatureFlag('price')).toBe('b')
      expect(client.capture('e')).toBeUndefined()
      expect(warn.mock.calls).toEqual([[expect.stringContaining('nothing is captured in a worker')]])
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('answers from the bootstrap of the latest init, and as before without one (R22)', () => {
    const client = createClient(TOKEN, { api_host: HOST, bootstrap })
    client.init(TOKEN, { api_host: HOST, bootstrap: { featureFlags: { price: 'a' } } })
    expect(client.getFeatureFlag('price')).toBe('a')
    client.init(TOKEN, { api_host: HOST })
    expect(client.getFeatureFlag('price')).toBeUndefined()
    expect([client.getAllFeatureFlags(), client.get_distinct_id()]).toEqual([[], ''])
  })
})
