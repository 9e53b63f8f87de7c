import { afterEach, describe, expect, it } from 'vitest'
import { HOST, startClient } from '../support/startClient'

const POLLUTION: Record<string, unknown> = {
  ...{
    asset_host: 'https://evil.test',
    flags_api_host: 'https://evil.test',
    nonce: 'evil',
    api_host: 'https://evil.test',
  },
  ...{ before_send: () => null, mask_url: () => 'evil', get_device_id: () => 'evil', on_error: () => {} },
  ...{ opt_out_capturing_by_default: true, disable_persistence: true, cookieless_mode: 'always' },
  ...{
    advanced_disable_flags: true,
    disable_surveys: true,
    person_profiles: 'never',
    persistence_name: 'evil',
  },
  ...{
    timestamp: 1,
    uuid: '019b8e07-4600-7000-8000-00000000ffff',
    _url: 'https://evil.test/',
    $set: { evil: 1 },
  },
  ...{
    distinct_id: 'evil',
    distinctID: 'evil',
    isIdentifiedID: true,
    resetDeviceID: true,
    $groups: { evil: 1 },
  },
  ...{
    send_event: false,
    fresh: true,
    defaultValue: true,
    variant: 'evil',
    payload: '"evil"',
    method: 'PUT',
  },
  // Names of optional fields inside the client.
  ...{
    cookie: 'evil',
    cookieKeys: 'evil',
    handedOverAt: 1,
    omitted: 1,
    payloads: 'evil',
    takeSnippetCalls: 1,
  },
  ...{ featureFlags: { evil: true }, events_per_second: 0.001, flush_interval_ms: 5000, cookie_name: 'evil' },
}
afterEach(() => {
  for (const name of Object.keys(POLLUTION)) Reflect.deleteProperty(Object.prototype, name)
})

describe('a page that has extended Object.prototype', () => {
  it.each(Object.keys(POLLUTION))('sends the same event when Object.prototype has %s (R39)', async name => {
    const requests: { url: string; method: unknown; body: string }[] = []
    const run = async () => {
      requests.length = 0
      const fetch = async (url: unknown, init?: RequestInit) => {
        requests.push({ url: String(url), method: init?.method, body: String(init?.body) })
        return new Response('{"flags":{"beta":{"key":"beta","enabled":true}}}')
      }
      const { client, settle, errors } = startClient({
        config: {
          api_host: HOST,
          fetch: fetch as typeof globalThis.fetch,
          persistence_name: undefined as never,
        },
      })
      client.capture('e', { plan: 'pro' })
      client.capture('e2', null, {})
      await settle(5_000)
      const flags = [
        client.getFeatureFlagResult('beta'),
        client.isFeatureEnabled('none', {}),
        client.getFeatureFlag('evil'),
      ]
      await settle(5_000)
      client.reset()
      client.capture('after')
      await settle(5_000)
      return { requests: [...requests], flags, errors, config: JSON.stringify(client.config) }
    }
    const plain = await run()
    Object.defineProperty(Object.prototype, name, {
      value: POLLUTION[name],
      configurable: true,
      writable: true,
      enumerable: name.length % 2 === 0,
    })
    const polluted = await run()
    Reflect.deleteProperty(Object.prototype, name)
    expect(polluted).toEqual(plain)
  })
})

describe('surveys of the page on a page that has extended Object.prototype', () => {
  it('have no inherited fields (R39)', async () => {
    const definition = {
      id: 's1',
      name: 'Why',
      type: 'api',
      questions: [{ id: 'q', type: 'open', question: 'Why?' }],
    }
    Object.defineProperty(Object.prototype, 'timestamp', { value: 1, configurable: true, writable: true })
    Object.defineProperty(Object.prototype, 'uuid', { value: 1, configurable: true, writable: true })
    const { client } = startClient({ config: { surveys: [definition] as never } })
    const [survey] = (client.config.surveys as object[]) ?? []
    expect([Object.getPrototypeOf(survey), 'timestamp' in survey!]).toEqual([null, false])
  })
})
