import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedKeys } from '../../src/persistence/keys'
import { fakeBrowser } from '../support/fakeBrowser'
import { startClient, TOKEN } from '../support/startClient'
import '../support/properties'

const keys = storedKeys(TOKEN, '')

/** Fields of the records that the client reads, with one that the page has registered. */
const FIELDS = [
  ...['distinct_id', '$device_id', '$user_id', '$user_state', '$epp', '$sesid', '$groups', '__alias', 'plan'],
  ...['$stored_person_properties', '$stored_group_properties', '$flag_call_reported'],
  ...['$initial_person_info', '$session_entry', '$registered', '$referrer', 'utm_source', 'token'],
]
const OTHER_KEYS = [
  ...[keys.window, keys.primaryWindow, keys.flags, keys.config, 'earshot_debug'],
  ...['surveysShown', 'lastSeenSurveyDate', 'surveyTrigger_s1', 'inProgressSurvey_s1', 'seenSurvey_s1'],
  ...['e1', 's0', 'handover', 'lease'].map(name => `${keys.outbox}dead_${name}`),
]
/** Values of the right shape around a wrong one are more telling than values from everywhere. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    {},
    [],
    5,
    '',
    'null',
    true,
    [null, null, null],
    [5, 5, 5],
    { a: null },
    1e300,
  ),
  fc.tuple(fc.jsonValue({ maxDepth: 1 }), fc.jsonValue({ maxDepth: 1 }), fc.jsonValue({ maxDepth: 1 })),
  fc.record({
    id: fc.jsonValue({ maxDepth: 1 }),
    properties: fc.jsonValue({ maxDepth: 1 }),
    r: fc.jsonValue({ maxDepth: 0 }),
    u: fc.jsonValue({ maxDepth: 0 }),
  }),
)
const record = fc.dictionary(fc.constantFrom(...FIELDS), value).map(fields => JSON.stringify(fields))
const text = fc.oneof(
  value.map(one => JSON.stringify(one)),
  fc.string(),
)
const flags = fc
  .record({
    flags: fc.dictionary(fc.constantFrom('beta', 'x'), value),
    owner: fc.constant('["u1",{}]'),
    at: value,
    requestId: value,
  })
  .map(stored => JSON.stringify(stored))
const config = fc
  .record({
    compression: value,
    surveys: value,
    surveyConfig: value,
    at: fc.oneof(value, fc.constant(Date.UTC(2026, 0, 5, 12))),
  })
  .map(stored => JSON.stringify(stored))

describe('a stored id of no person', () => {
  it.each(['$posthog_cookieless', 'undefined', 'null', '0', ' ', '[object Object]'])(
    'is not merged with the person who logs in: %s (R03, D-805)',
    async id => {
      const browser = fakeBrowser()
      browser.local.entries.set(keys.main, JSON.stringify({ distinct_id: id, $device_id: id }))
      const { client, settle, service } = startClient({ browser })
      client.identify('bob')
      await settle(5_000)
      const [person, ...others] = await service.state.persons()
      expect([person!.main_distinct_id, others]).toEqual(['bob', []])
      expect(person!.distinct_ids).not.toContain(id)
    },
  )
})

describe('stored values of another type', () => {
  /** A stored `$user_id` is a person who is logged in, whom the bootstrap of the test does not replace. See D-355, D-555. */
  const isUnexpected = ({ reason, detail }: { reason: string; detail: unknown }) =>
    reason !== 'survey_malformed' && !String(detail).startsWith('init: bootstrap.distinctID ignored')
  const startOn = async (browser: ReturnType<typeof fakeBrowser>, tab = browser.tab()) => {
    const started = startClient({ browser, tab, config: { bootstrap: { distinctID: 'u1' } } })
    const { client, settle, page, errors } = started
    await settle()
    client.register({ shop: 's' })
    client.group('team', 't')
    const captured = client.capture('e')
    client.getFeatureFlag('beta')
    client.getAllFeatureFlags()
    page.runIdle()
    await settle(5_000)
    const events = (await started.events()).map(({ event }) => event)
    return { client, captured, errors: errors.filter(isUnexpected), events }
  }

  it('starts and captures with any JSON under any stored key (R3C)', async () => {
    const property = fc.asyncProperty(
      fc.record({
        main: fc.oneof(record, text),
        cookie: fc.oneof(record, fc.constant('')),
        tab: fc.oneof(record, text),
      }),
      fc.dictionary(fc.constantFrom(...OTHER_KEYS), text),
      fc.option(flags),
      fc.option(config),
      async (records, others, storedFlags, storedConfig) => {
        const browser = fakeBrowser({ withoutLocks: true })
        const tab = browser.tab()
        browser.local.entries.set(keys.main, records.main)
        if (records.cookie) browser.cookies.entries.set(keys.main, records.cookie)
        tab.session.entries.set(keys.tab, records.tab)
        for (const [key, stored] of Object.entries(others)) {
          browser.local.entries.set(key, stored)
          tab.session.entries.set(key, stored)
        }
        if (storedFlags) browser.local.entries.set(keys.flags, storedFlags)
        if (storedConfig) browser.local.entries.set(keys.config, storedConfig)
        const { client, captured, errors, events } = await startOn(browser, tab)
        expect(client.__loaded).toBe(true)
        expect(captured?.event).toBe('e')
        expect(errors).toEqual([])
        expect(events).toEqual(expect.arrayContaining(['$pageview', '$groupidentify', 'e']))
      },
    )
    await fc.assert(property, { numRuns: 60 })
  }, 60_000)

  it.each([
    ['a session entry without properties', { $session_entry: {} }],
    ['an id that is a number', { distinct_id: 5, $device_id: 5 }],
    ['groups that are null', { $groups: null }],
    ['a session that is an object', { $sesid: {} }],
    ['first-page URLs that are numbers', { $initial_person_info: { r: 1, u: 2 } }],
  ])('captures on this page and the next with %s (R3C)', async (_, fields) => {
    const browser = fakeBrowser()
    const tab = browser.tab()
    browser.local.entries.set(keys.main, JSON.stringify(fields))
    tab.session.entries.set(keys.tab, JSON.stringify(fields))
    for (const page of [1, 2]) {
      const { captured, errors } = await startOn(browser, tab)
      expect([page, captured?.event, typeof captured?.distinct_id, errors]).toEqual([page, 'e', 'string', []])
    }
  })

  it('keeps the groups of posthog-js when the key of one is a number (R3C)', async () => {
    const browser = fakeBrowser()
    const $groups = { company: 5, shop: 's' }
    browser.local.entries.set(keys.main, JSON.stringify({ distinct_id: 'u1', $user_id: 'u1', $groups }))
    const { captured } = await startOn(browser)
    expect(captured!.properties.$groups).toEqual({ ...$groups, team: 't' })
  })

  it('ignores a registered value that does not fit a field of the client (R3C)', () => {
    const { client } = startClient()
    const id = client.get_distinct_id()
    client.register({ $groups: null, distinct_id: 7, $sesid: {}, plan: 'pro' })
    expect(client.capture('e')).toMatchObject({ distinct_id: id, properties: { plan: 'pro' } })
  })
})
