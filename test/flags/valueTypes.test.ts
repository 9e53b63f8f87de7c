import { describe, expect, it } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import type { FlagValue } from '../../src/wire/flag'
import { startClient } from '../support/startClient'
import { survey } from '../support/surveys'

const WRONG = [null, 0, 1, Number.NaN, {}, [], { enabled: false }]
const values = (value: unknown) => ({ beta: value as FlagValue })
const replyOf = (flag: object) => async () =>
  new Response(JSON.stringify({ flags: { beta: { key: 'beta', ...flag }, other: { enabled: true } } }))

/** What the page and the visitor see of the flag. */
const seen = ({ client }: ReturnType<typeof startClient>) => ({
  value: client.getFeatureFlag('beta', { send_event: false }),
  isOn: client.isFeatureEnabled('beta', { send_event: false }) ?? false,
  keys: client.featureFlags.getFlags(),
  survey: client.canRenderSurvey('s1').visible,
})
const surveys = [survey({ id: 's1', type: 'api', linked_flag_key: 'beta' })]

describe('a flag whose value is neither a boolean nor a text (D-788)', () => {
  const sources: [string, (value: unknown) => object, (client: EarshotClient, value: unknown) => void][] = [
    ['bootstrap', value => ({ bootstrap: { featureFlags: values(value) } }), () => {}],
    ['updateFlags', () => ({}), (client, value) => client.updateFlags(values(value))],
  ]
  it.each(sources.flatMap(([name, config, set]) => WRONG.map(value => [name, value, config, set] as const)))(
    'is on for nobody when it comes from %s: %j',
    async (_, value, config, set) => {
      const page = startClient({
        service: { surveys },
        config: { advanced_disable_feature_flags: true, ...config(value) },
      })
      set(page.client, value)
      await page.settle(1_000)
      expect(seen(page)).toEqual({ value: undefined, isOn: false, keys: [], survey: false })
    },
  )

  it.each([
    ['enabled is a text', { enabled: 'false' }, false],
    ['enabled is a number', { enabled: 1 }, false],
    ['enabled is an object', { enabled: {} }, false],
    ['the variant is a number', { enabled: true, variant: 5 }, undefined],
    ['the variant is an object', { enabled: true, variant: {} }, undefined],
  ])('is on for nobody when it comes from the service: %s (4.3)', async (_, flag, value) => {
    const page = startClient({ config: { fetch: replyOf({ ...flag, metadata: { payload: '1' } }) } })
    await page.settle(1_000)
    expect(page.client.getFeatureFlagPayload('beta')).toBeUndefined()
    expect(seen(page)).toMatchObject({ value, isOn: false, keys: expect.not.arrayContaining(['beta']) })
  })
})
