import { afterEach, describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { optionalNames, readNames } from '../support/assignedNames'
import { fakeBrowser } from '../support/fakeBrowser'
import { fakeRuntime } from '../support/fakeRuntime'
import { HOST, startClient, TOKEN } from '../support/startClient'
import { open, rating, single, survey } from '../support/surveys'

/** What JavaScript reads itself, as in iterators. */
const OF_THE_LANGUAGE = /^(done|next|then|toJSON|constructor|toString|valueOf|prototype|__proto__)$/
/** What the platform reads of descriptors and options. */
const OF_THE_PLATFORM = ['get', 'set', 'value', 'writable', 'once', 'signal', 'mode', 'steal', 'endings']
/** Names that the page of the test, its flags and its surveys use. */
const OF_THE_PAGE = ['plan', 'size', 'company', 'team', 'beta', 'given', 'none', 's1', 'why', 'push']
/** All that the client reads of an object of its own, of the page, of the service or of storage. */
const NAMES = [...new Set([...optionalNames(), ...readNames(), ...OF_THE_PAGE, ...OF_THE_PLATFORM])].filter(
  name => !OF_THE_LANGUAGE.test(name),
)
const NAMES_AT_ONCE = 50
/** Each name may decide something by another type. */
const VALUES: Record<string, unknown> = {
  'a text': 'evil',
  true: true,
  'a function': () => 'evil',
  'an object': { evil: true, values: ['evil'] },
}

const inherited: string[] = []
function pollute(names: readonly string[], value: unknown): void {
  for (const [position, name] of names.entries()) {
    const enumerable = position % 2 === 0
    const descriptor = { __proto__: null, value, configurable: true, writable: true, enumerable }
    Object.defineProperty(Object.prototype, name, descriptor)
    inherited.push(name)
  }
}
const clean = () => {
  for (const name of inherited.splice(0)) Reflect.deleteProperty(Object.prototype, name)
}
afterEach(clean)

const SURVEYS = [
  survey({ questions: [open(), single({ optional: true }), rating({ optional: true })] }),
  survey({ id: 's2', type: 'widget', appearance: { widgetType: 'tab' } }),
]
const REPLY = JSON.stringify({
  flags: { beta: { key: 'beta', enabled: true }, off: { key: 'off', enabled: false } },
  surveys: SURVEYS,
})
const PAGE = { url: 'https://shop.test/', referrer: '', prerendering: false, visible: true, online: true }

/**
 * Runs two pages of a visitor: the second finds all that the first has stored, and calls each method that takes an object. Returns
 * what the second has sent and answered.
 *
 * @param extend Called before the second page.
 */
async function run(extend = () => {}) {
  const requests: string[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const text = (name: keyof RequestInit) => (Object.hasOwn(init, name) ? JSON.stringify(init[name]) : '')
    requests.push([String(url), text('method'), text('headers'), text('body')].join(' '))
    return { status: 200, redirected: false, headers: new Headers(), json: async () => JSON.parse(REPLY) }
  }
  const browser = fakeBrowser()
  const tab = browser.tab()
  const openPage = (seed: number) => {
    const display = fakeRuntime()
    const page = { ...PAGE, seed }
    return { ...display, ...startClient({ runtime: display.runtime, browser, tab, page, init: false }) }
  }
  const errors: unknown[] = []
  const config: Partial<Config> = {
    api_host: HOST,
    compression: 'none',
    fetch: fetch as never,
    bootstrap: { featureFlags: { given: true } },
    capture_survey_abandoned: true,
    persistence_name: undefined as never,
    on_error: (reason, detail) => errors.push([reason, String(detail)]),
  }
  const first = openPage(1)
  first.client.init(TOKEN, config)
  await first.settle(1_000)
  first.client.identify('ann', { plan: 'x' })
  first.client.register({ plan: 'pro' })
  first.client.group('company', 'acme', { size: 1 })
  first.shown[0]?.session.answer('because')
  first.client.getFeatureFlag('beta')
  await first.settle(1_000)
  await first.client.shutdown()
  requests.length = 0

  const { client, page, settle, ...display } = openPage(2)
  const [own, late, plain] = [survey({ id: 'own' }), {}, { plan: 'pro' }]
  extend()
  client.capture('queued', plain)
  const queued = client.isFeatureEnabled('beta', late)
  client.init(TOKEN, config)
  const early = [
    queued,
    client.getFeatureFlagResult('beta'),
    client.getFeatureFlagPayload('given'),
    client.isFeatureEnabled('off', late),
    client.canRenderSurvey('s1'),
    client.canRenderSurvey(own),
  ]
  await settle(1_000)
  const shownIds = display.ids()
  const { session } = display.shown[0] ?? {}
  const answers = session && Object.entries(session.state().answers)
  for (const answer of ['Red', 9]) session?.answer(answer)
  client.capture('e', plain, late)
  client.capture('e2', null, late)
  client.register(plain)
  client.register_once(plain)
  client.register_for_session(plain)
  client.setPersonProperties(plain, late)
  client.setPersonPropertiesForFlags(plain)
  client.setGroupPropertiesForFlags({ company: plain })
  client.people.set(plain)
  client.group('team', 'a', late)
  client.updateFlags({ other: true }, late, late)
  client.featureFlags.overrideFeatureFlags({ a: true })
  const flags = [
    client.getFeatureFlagResult('beta'),
    client.isFeatureEnabled('none', late),
    client.getFeatureFlag('evil', late),
    client.getAllFeatureFlags(),
    client.featureFlags.getFlagPayloads(),
    client.featureFlags.getFlagsWithDetails(),
  ]
  await settle(3_000)
  client.markSurveyAsSeen('own', late)
  client.displaySurvey('s2', late)
  display.clickTab('s2')
  const started = await client.startSession('s2', late)
  started?.shown()
  started?.answer('x')
  client.set_config(late)
  page.pagehide()
  page.restore()
  client.reset(late)
  client.opt_out_capturing()
  client.opt_in_capturing(late)
  client.identify('bob', late, late)
  client.capture('after')
  await settle(5_000)
  const ids = display.ids()
  await client.shutdown()
  const stored = [...browser.local.entries.keys()].filter(key => !/_e\w|_s\d|lock/.test(key)).sort()
  return JSON.stringify({
    requests,
    early,
    answers,
    flags,
    shownIds,
    ids,
    errors,
    stored,
    config: client.config,
  })
}

describe('a page that has extended Object.prototype', () => {
  it('is tried with the names of all that the client reads', () => {
    expect(NAMES).toEqual(
      expect.arrayContaining([
        'asset_host',
        'before_send',
        'timestamp',
        'payload',
        '$user_id',
        'linked_flag_key',
      ]),
    )
  })

  it.each(Object.keys(VALUES))(
    'sends and answers the same on the second page when objects inherit %s (R39, D-711)',
    async kind => {
      const plain = await run()
      const guilty: string[] = []
      // All at once, one would hide another.
      for (let start = 0; start < NAMES.length; start += NAMES_AT_ONCE) {
        const names = NAMES.slice(start, start + NAMES_AT_ONCE)
        const extended = await run(() => pollute(names, VALUES[kind])).catch(String)
        clean()
        if (extended !== plain) guilty.push(names.join())
      }
      expect(guilty).toEqual([])
    },
    120_000,
  )
})

describe('stored surveys of posthog-js on a page that has extended Object.prototype', () => {
  it.each(['true', '{"surveySubmissionId":"1"}'])(
    'are forgotten by reset() when objects inherit `project`: %s (R39)',
    async stored => {
      const browser = fakeBrowser()
      const names = ['seenSurvey_s1', 'inProgressSurvey_s1']
      for (const name of names) browser.local.entries.set(name, stored)
      const { client } = startClient({ browser })
      pollute(['project'], 'evil')
      client.reset()
      expect(names.filter(name => browser.local.entries.has(name))).toEqual([])
    },
  )
})

describe('surveys of the page on a page that has extended Object.prototype', () => {
  it('have no inherited fields (R39)', async () => {
    const definition = {
      id: 's1',
      name: 'Why',
      type: 'api',
      questions: [{ id: 'q', type: 'open', question: 'Why?' }],
    }
    pollute(['timestamp', 'uuid'], 1)
    const { client } = startClient({ config: { surveys: [definition] as never } })
    const [survey] = (client.config.surveys as object[]) ?? []
    expect([Object.getPrototypeOf(survey), 'timestamp' in survey!]).toEqual([null, false])
  })
})

describe('registered properties on a page that has extended Object.prototype', () => {
  it.each(Object.keys(VALUES))(
    'are not sent after unregister when objects inherit their name with %s (R39)',
    async kind => {
      const { client, settle, events } = startClient({ config: { capture_pageview: false } })
      client.register({ edition: 'L', volume: 'XL' })
      client.capture('with')
      pollute(['edition', 'volume'], VALUES[kind])
      client.unregister('edition')
      client.unregister('volume')
      client.capture('without')
      // The service runs in the same process.
      clean()
      await settle(5_000)
      expect((await events()).map(({ event, properties }) => [event, JSON.stringify(properties)])).toEqual([
        ['with', expect.stringContaining('"edition":"L","volume":"XL"')],
        ['without', expect.not.stringMatching(/"(edition|volume)"/)],
      ])
    },
  )
})
