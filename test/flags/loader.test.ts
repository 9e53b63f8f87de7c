import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { replyOf, scripted } from '../support/flagReplies'
import { startClient } from '../support/startClient'

type Response = Parameters<typeof scripted>[number]

/** Starts a client whose flags requests have these responses, in order. */
async function start(responses: Response[], given: Partial<Config> = {}) {
  const { sent, config } = scripted(...responses)
  const started = startClient({ config: { ...config, remote_config_refresh_interval_ms: 0, ...given } })
  await started.settle(1_000)
  return { ...started, sent }
}
const detailsOf = ({ client }: Awaited<ReturnType<typeof start>>) => client.featureFlags.getFlagDetails('a')

describe('$feature_flag_error (interface 6)', () => {
  const failures: [response: Response, expected: string][] = [
    [500, 'api_error_500'],
    [429, 'api_error_429'],
    [200, 'unknown_error'],
    ['fail', 'connection_error'],
    [{ quotaLimited: ['feature_flags'] }, 'quota_limited'],
  ]
  it.each(failures)('is, after the response %j: %s', async (response, expected) => {
    const started = await start([replyOf({ a: true }), response])
    const { client, settle, errors } = started
    client.reloadFeatureFlags()
    await settle(5)
    await settle(200)
    const captured: unknown[] = []
    client.on('eventCaptured', ({ properties }) => captured.push(properties.$feature_flag_error))
    client.getFeatureFlag('a')
    expect([captured, detailsOf(started)?.error]).toEqual([[expected], expected])
    if (expected !== 'quota_limited') expect(errors.at(-1)).toMatchObject({ reason: 'flags' })
  })

  it('is timeout when no response comes in time, and none once a response has come', async () => {
    const started = await start(['never', replyOf({ a: true })], {
      feature_flag_request_timeout_ms: 500,
      feature_flag_request_max_retries: 0,
    })
    expect(detailsOf(started)?.error).toBe('timeout')
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(detailsOf(started)?.error).toBeUndefined()
  })
})

describe('feature_flag_request_max_retries', () => {
  it.each([
    ['status 502', 502, 3],
    ['a timeout', 'never', 3],
    ['status 500', 500, 1],
    ['a network failure', 'fail', 1],
  ] as const)('bounds how often %s is followed by another request', async (_, response, expected) => {
    const { sent, settle } = await start([response], { feature_flag_request_max_retries: 2 })
    for (let i = 0; i < 6; i++) await settle(2_000)
    expect(sent).toHaveLength(expected)
  })
})

describe('requests without a response', () => {
  it('count from the start after a response, of whatever status', async () => {
    const { sent, client, settle } = await start(['fail', 'fail', 500, 'fail', 'fail', 'fail'])
    for (let i = 0; i < 8; i++) {
      client.reloadFeatureFlags()
      await settle(100)
    }
    expect(sent).toHaveLength(6)
  })
})

describe('featureFlags.setReloadingPaused', () => {
  it('keeps reloads from requesting until it is called with false', async () => {
    const { sent, client, settle } = await start([replyOf({ a: true })])
    client.featureFlags.setReloadingPaused(true)
    client.reloadFeatureFlags()
    await settle(100)
    expect(sent).toHaveLength(1)
    client.featureFlags.setReloadingPaused(false)
    client.reloadFeatureFlags()
    await settle(100)
    expect(sent).toHaveLength(2)
  })
})

describe('featureFlags.ensureFlagsLoaded', () => {
  it('requests the flags unless the service has answered', async () => {
    const { sent, client, settle } = await start([500, replyOf({ a: true })])
    for (let i = 0; i < 3; i++) {
      client.featureFlags.ensureFlagsLoaded()
      await settle(100)
    }
    expect(sent).toHaveLength(2)
  })
})

describe('featureFlags.getFlagDetails', () => {
  it('returns none as the source before values are known, then bootstrap, then loaded', async () => {
    const responses: Response[] = ['fail', replyOf({ a: 'x' })]
    expect(detailsOf(await start(responses))?.source).toBe('none')
    const started = await start(responses, { bootstrap: { featureFlags: { a: true } } })
    expect(detailsOf(started)?.source).toBe('bootstrap')
    started.client.reloadFeatureFlags()
    await started.settle(100)
    expect(detailsOf(started)).toMatchObject({ source: 'loaded', entry: { value: 'x' } })
  })

  it('has the error not_requested when no request may be made', async () => {
    expect(detailsOf(await start([], { advanced_disable_flags: true }))?.error).toBe('not_requested')
  })
})

describe('refresh of flags', () => {
  it('ends with shutdown, also on a hidden page', async () => {
    const { sent, client, page, settle } = await start([replyOf({ a: true })], {
      remote_config_refresh_interval_ms: 60_000,
    })
    page.setVisible(false)
    await settle(60_000)
    const done = client.shutdown()
    await settle()
    await done
    page.setVisible(true)
    await settle(60_000)
    expect([sent.length, page.listeners(), page.timers()]).toEqual([1, 0, 0])
  })

  it('happens once when a page that was hidden for long is visible again', async () => {
    const { sent, page, settle } = await start([replyOf({ a: true })], {
      remote_config_refresh_interval_ms: 60_000,
    })
    page.setVisible(false)
    await settle(60_000)
    for (const isVisible of [true, false, true]) {
      page.setVisible(isVisible)
      await settle(100)
    }
    expect(sent).toHaveLength(2)
  })
})
