import { describe, expect, it } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import { startClient } from '../support/startClient'

const fromService = async () =>
  new Response('{"flags":{"beta":{"key":"beta","enabled":true,"variant":""}}}', { status: 200 })
const stored = { flags: { beta: { value: '' } }, owner: '["u1",{}]', at: Date.UTC(2026, 0, 5, 12) }

describe('a flag whose variant is an empty text', () => {
  it.each<[string, object, (client: EarshotClient) => void]>([
    ['the service', { fetch: fromService }, () => {}],
    ['bootstrap', { bootstrap: { featureFlags: { beta: '' } }, advanced_disable_flags: true }, () => {}],
    ['updateFlags', { advanced_disable_flags: true }, client => client.updateFlags({ beta: '' })],
    [
      'overrides',
      { advanced_disable_flags: true },
      client => client.featureFlags.overrideFeatureFlags({ beta: '' }),
    ],
    ['storage', { bootstrap: { distinctID: 'u1' }, advanced_disable_flags: true }, () => {}],
  ])('reads true everywhere when it comes from %s (R20)', async (source, config, set) => {
    const first = startClient({ init: false })
    if (source === 'storage')
      first.browser.local.entries.set('earshot_phc_demo_flags', JSON.stringify(stored))
    const { client, settle } = startClient({ browser: first.browser, config })
    await settle(1_000)
    set(client)
    expect([client.getFeatureFlag('beta'), client.isFeatureEnabled('beta')]).toEqual([true, true])
    expect(client.featureFlags.getFlags()).toEqual(['beta'])
    expect(client.featureFlags.getFlagVariants()).toEqual({ beta: true })
    expect(client.capture('e')?.properties).toMatchObject({
      '$feature/beta': true,
      $active_feature_flags: ['beta'],
    })
  })
})
