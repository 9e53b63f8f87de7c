import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { Properties } from '../../src/wire/event'
import { type StartOptions, startClient } from '../support/startClient'

const EVALUATED_AT = Date.UTC(2026, 0, 5, 11)

/** Answers each request with flags that have all that a service may say about them. */
const answering: typeof fetch = async () =>
  new Response(
    JSON.stringify({
      flags: {
        price: {
          key: 'price',
          enabled: true,
          variant: 'b',
          reason: { code: 'condition_match', description: 'Matched condition set 1' },
          metadata: { id: 7, version: 3, payload: '{"limit":3}', has_experiment: true },
        },
        old: { key: 'old', enabled: false, reason: { code: 'no_condition_match' } },
      },
      errorsWhileComputingFlags: false,
      requestId: 'r1',
      evaluatedAt: EVALUATED_AT,
    }),
  )

/** Starts a client and collects the properties of its `$feature_flag_called`. */
async function start(config: Partial<Config> = {}, options: StartOptions = {}) {
  const started = startClient({ ...options, config: { fetch: answering, ...config } })
  const reported: Properties[] = []
  started.client.on('eventCaptured', ({ event, properties }) => {
    if (event === '$feature_flag_called') reported.push(properties)
  })
  await started.settle(1_000)
  return { ...started, reported }
}

describe('$feature_flag_called (interface 6)', () => {
  it('has all that the service says about the flag', async () => {
    const { client, reported } = await start()
    client.getFeatureFlag('price')
    expect(reported[0]).toMatchObject({
      $feature_flag: 'price',
      $feature_flag_response: 'b',
      $feature_flag_payload: '{"limit":3}',
      $feature_flag_request_id: 'r1',
      $feature_flag_evaluated_at: EVALUATED_AT,
      $feature_flag_id: 7,
      $feature_flag_version: 3,
      $feature_flag_reason: 'Matched condition set 1',
      $feature_flag_has_experiment: true,
      $used_bootstrap_value: false,
    })
    for (const name of [
      'bootstrapped_response',
      'bootstrapped_payload',
      'original_response',
      'original_payload',
    ])
      expect(reported[0]).not.toHaveProperty(`$feature_flag_${name}`)
  })

  it('has the code of the reason when it has no description, and no payload', async () => {
    const { client, reported } = await start()
    client.getFeatureFlag('old')
    expect(reported[0]).toMatchObject({
      $feature_flag_response: false,
      $feature_flag_reason: 'no_condition_match',
      $feature_flag_payload: null,
    })
  })

  it('names a missing flag alone as its error', async () => {
    const { client, reported } = await start()
    client.getFeatureFlag('nowhere')
    expect(reported[0]).toMatchObject({ $feature_flag_error: 'flag_missing', $feature_flag_payload: null })
  })

  it('has value and payload of the bootstrap, also when the service has answered', async () => {
    const bootstrap = {
      featureFlags: { price: 'a', mine: true },
      defaultFeatureFlags: { old: 'x' },
      featureFlagPayloads: { price: { limit: 1 } },
    }
    const { client, reported } = await start({ bootstrap })
    for (const key of ['price', 'old']) client.getFeatureFlag(key)
    expect(reported).toMatchObject([
      {
        $feature_flag_bootstrapped_response: 'a',
        $feature_flag_bootstrapped_payload: { limit: 1 },
        $used_bootstrap_value: false,
      },
      { $feature_flag_bootstrapped_response: 'x', $feature_flag_bootstrapped_payload: null },
    ])
  })

  it('says whether the value is that of the bootstrap, and has no time of evaluation then', async () => {
    const config = { bootstrap: { featureFlags: { mine: true } }, advanced_disable_flags: true }
    const { client, reported } = await start(config)
    client.getFeatureFlag('mine')
    client.getFeatureFlag('nowhere')
    expect(reported.map(properties => properties.$used_bootstrap_value)).toEqual([true, false])
    expect(reported[0]!.$feature_flag_evaluated_at).toBeUndefined()
  })

  it('has value and payload of the service when the page overrides them', async () => {
    const { client, reported } = await start()
    client.featureFlags.overrideFeatureFlags({
      flags: { price: 'mine', beta: true },
      payloads: { price: { limit: 9 } },
    })
    for (const key of ['price', 'beta', 'old']) client.getFeatureFlag(key)
    expect(reported).toMatchObject([
      {
        $feature_flag_response: 'mine',
        $feature_flag_payload: '{"limit":9}',
        $feature_flag_original_response: 'b',
        $feature_flag_original_payload: '{"limit":3}',
      },
      { $feature_flag_original_response: null, $feature_flag_original_payload: null },
      { $feature_flag_response: false },
    ])
    expect(reported[2]).not.toHaveProperty('$feature_flag_original_response')
  })

  it('is captured once per person on later pages too', async () => {
    const { browser, client, page } = await start()
    client.getFeatureFlag('price')
    const next = await start({}, { browser, page: { seed: 2, now: page.now() + 1_000 } })
    next.client.getFeatureFlag('price')
    next.client.getFeatureFlag('old')
    expect(next.reported.map(properties => properties.$feature_flag)).toEqual(['old'])
  })

  it('is captured once when the value changes back', async () => {
    const { client, reported } = await start()
    for (const value of ['a', 'b', 'a']) {
      client.updateFlags({ price: value })
      client.getFeatureFlag('price')
    }
    expect(reported.map(properties => properties.$feature_flag_response)).toEqual(['a', 'b'])
  })

  it('is captured again for the oldest of more than 200 flags', async () => {
    const { client, reported } = await start({
      rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 },
    })
    const keys = Array.from({ length: 201 }, (_, i) => `flag-${i}`)
    client.updateFlags(Object.fromEntries(keys.map(key => [key, true])))
    for (const key of keys) client.getFeatureFlag(key)
    reported.length = 0
    for (const key of ['flag-200', 'flag-1', 'flag-0']) client.getFeatureFlag(key)
    expect(reported.map(properties => properties.$feature_flag)).toEqual(['flag-0'])
  })
})
