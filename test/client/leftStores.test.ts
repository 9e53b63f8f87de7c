import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { FakeTab, fakeBrowser } from '../support/fakeBrowser'
import { fakeRuntime } from '../support/fakeRuntime'
import { type StartOptions, startClient } from '../support/startClient'
import { questions, survey } from '../support/surveys'

type Mode = Config['persistence']

const MODES: Mode[] = ['localStorage+cookie', 'localStorage', 'cookie', 'sessionStorage', 'memory']
const SWITCHES = MODES.flatMap(from => MODES.filter(to => to !== from).map((to): [Mode, Mode] => [from, to]))

const SURVEY_KEYS = [
  'inProgressSurvey_unfinished',
  'lastSeenSurveyDate',
  'seenSurvey_done',
  'surveyTrigger_delayed',
  'surveyTrigger_unfinished',
  'surveysShown',
]
const surveyEntries = (entries: Map<string, string>) =>
  Object.fromEntries(
    [...entries]
      .filter(([key]) => /urvey/.test(key))
      // The session id follows.
      .map(([key, value]) => [key.replace(/^(surveysShown)_.+/, '$1'), value]),
  )

/** A visit with a survey that is finished, one that is unfinished, and one that waits. */
async function visit(persistence: Mode, options: StartOptions & { config?: Partial<Config> } = {}) {
  const { runtime, shown } = fakeRuntime()
  const after = (name: string) => ({ events: { values: [{ name }] } })
  const surveys = [
    survey({ id: 'done', type: 'api' }),
    survey({ id: 'unfinished', conditions: after('opened'), questions: questions({}, {}) }),
    survey({ id: 'delayed', conditions: after('ordered'), appearance: { surveyPopupDelaySeconds: 900 } }),
  ]
  const started = startClient({
    runtime,
    service: { surveys, flags: { on: true } },
    ...options,
    config: { persistence, capture_pageview: false, ...options.config },
  })
  await started.settle(1_000)
  const isSeen = () => started.client.canRenderSurvey('done').disabledReason === 'already seen'
  return { ...started, shown, isSeen }
}
async function answered(persistence: Mode, options?: Parameters<typeof visit>[1]) {
  const started = await visit(persistence, options)
  const { client, settle, shown } = started
  client.opt_in_capturing({ captureEventName: false })
  client.register_for_session({ plan: 'pro' })
  client.capture('opened')
  client.capture('ordered')
  await settle(2_000)
  shown[0]!.session.answer('because')
  client.markSurveyAsSeen('done')
  await settle(5_000)
  return started
}
const storeOf = ({ local }: ReturnType<typeof fakeBrowser>, { session }: FakeTab, mode: Mode) =>
  mode.startsWith('local') ? local.entries : mode === 'memory' ? undefined : session.entries

describe('set_config of persistence', () => {
  it.each(SWITCHES)(
    'from %s to %s leaves only the marks of finished surveys and the decision of the visitor (D-454)',
    async (from, to) => {
      const { client, settle, browser, tab } = await answered(from)
      client.set_config({ persistence: to })
      await settle(5_000)
      const kept = [storeOf(browser, tab, to), to.endsWith('cookie') && browser.cookies.entries]
      const left = [browser.local.entries, browser.cookies.entries, tab.session.entries]
        .filter(entries => !kept.includes(entries))
        .flatMap(entries => [...entries.keys()])
        .filter(key => to === 'memory' || !/_tab$|window/.test(key))
      const marks = from === 'memory' || storeOf(browser, tab, from) === kept[0]
      expect(left.sort()).toEqual(
        [
          ...(storeOf(browser, tab, to) === browser.local.entries ? [] : ['__ph_opt_in_out_phc_demo']),
          ...(marks ? [] : ['lastSeenSurveyDate', 'seenSurvey_done']),
        ].sort(),
      )
    },
  )

  it.each(SWITCHES.filter(([, to]) => to.startsWith('local') || to === 'sessionStorage'))(
    'from %s to %s moves all that surveys have stored (D-454)',
    async (from, to) => {
      const { client, settle, browser, tab } = await answered(from)
      const before = surveyEntries(storeOf(browser, tab, from) ?? new Map())
      client.set_config({ persistence: to })
      await settle(5_000)
      const stored = surveyEntries(storeOf(browser, tab, to)!)
      expect(Object.keys(stored).sort()).toEqual(SURVEY_KEYS)
      expect(stored).toMatchObject(before)
    },
  )

  it.each(SWITCHES.filter(([from]) => from.startsWith('local') || from === 'sessionStorage'))(
    'from %s to %s, and back, shows no finished survey again (D-454)',
    async (from, to) => {
      const first = await answered(from)
      const { browser, tab, service } = first
      // The next page knows the survey from the store alone.
      const next = await visit(from, { browser, tab, service, page: { seed: 2 } })
      const steps = [to, from].map(persistence => {
        next.client.set_config({ persistence })
        return next.isSeen()
      })
      const other = await visit(from, { browser, tab, service, page: { seed: 3 } })
      expect([...steps, other.isSeen()]).toEqual([true, true, true])
    },
  )

  it.each(SWITCHES.filter(([from]) => from.startsWith('local')))(
    'from %s to %s shows a finished survey again on no other tab (D-454)',
    async (from, to) => {
      const { client, browser, service } = await answered(from)
      client.set_config({ persistence: to })
      const other = await visit(from, { browser, service, page: { seed: 2 } })
      expect(other.isSeen()).toBe(true)
    },
  )

  it.each(SWITCHES)('from %s to %s sends each waiting event once (D-454)', async (from, to) => {
    const { client, settle, page, service, browser, tab } = await answered(from)
    page.goOffline()
    client.capture('waits')
    client.set_config({ persistence: to })
    page.goOnline()
    await settle(5_000)
    // A page with the former setting finds none of them when this one is gone.
    tab.kill()
    const next = await visit(from, { browser, tab, service, page: { seed: 2 } })
    next.page.runIdle()
    await next.settle(30_000)
    const isEvent = ({ path }: { path: string }) => /^\/(i|batch)/.test(path)
    const requests = service.state.requests().filter(isEvent)
    expect(requests.filter(({ body }) => JSON.stringify(body).includes('"waits"'))).toHaveLength(1)
  })

  /** Two tabs, of which the second has an event that waits when the first changes the setting. */
  async function waitingInAnotherTab(from: Mode, to: Mode) {
    const first = await visit(from)
    const { browser, service } = first
    const second = await visit(from, { browser, service, page: { seed: 2 } })
    second.page.goOffline()
    second.client.capture('waits')
    first.client.set_config({ persistence: to })
    const open = async (persistence: Mode, seed: number, tab?: FakeTab) => {
      const page = { seed, now: second.page.now() + 60_000 * seed }
      const next = await visit(persistence, { browser, service, tab, page })
      next.page.runIdle()
      await next.settle(10_000)
      return next
    }
    const sent = () =>
      service.state
        .requests()
        .filter(({ path, body }) => /^\/(i|batch)/.test(path) && JSON.stringify(body).includes('"waits"'))
        .length
    return { first, second, open, sent }
  }
  const FROM_LOCAL = SWITCHES.filter(([from, to]) => from.startsWith('local') && !to.startsWith('local'))

  it.each(FROM_LOCAL)('from %s to %s sends the events of another tab once (D-696)', async (from, to) => {
    const { first, second, sent } = await waitingInAnotherTab(from, to)
    second.page.goOnline()
    await second.settle(5_000)
    second.page.pagehide()
    second.tab.kill()
    first.page.advance(20_000)
    first.client.capture('later')
    await first.settle(1_000)
    first.page.runIdle()
    await first.settle(10_000)
    expect(sent()).toBe(1)
  })

  it.each(FROM_LOCAL)(
    'from %s to %s loses no event of another tab when both crash (D-696)',
    async (from, to) => {
      const { first, second, open, sent } = await waitingInAnotherTab(from, to)
      first.tab.kill()
      second.tab.kill()
      await open(from, 3)
      expect(sent()).toBe(1)
    },
  )

  it.each(FROM_LOCAL)(
    'from %s to %s lets later pages send the events of a tab that kept the former setting (D-696)',
    async (from, to) => {
      const { first, second, open, sent } = await waitingInAnotherTab(from, to)
      second.tab.kill()
      await open(to, 3, first.tab)
      expect(sent()).toBe(1)
      await open(from, 4)
      expect(sent()).toBe(1)
    },
  )

  it('keeps the later date when two stores know when a survey was visible (D-454)', async () => {
    const { client, browser, tab } = await answered('sessionStorage')
    const dates = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'] as const
    tab.session.entries.set('lastSeenSurveyDate', dates[0])
    browser.local.entries.set('lastSeenSurveyDate', dates[1])
    client.set_config({ persistence: 'localStorage' })
    client.set_config({ persistence: 'sessionStorage' })
    expect(tab.session.entries.get('lastSeenSurveyDate')).toBe(dates[1])
  })
})

describe('opt_out_capturing', () => {
  it('shows no finished survey again to a visitor who is counted without an identity (D-454)', async () => {
    const config: Partial<Config> = { cookieless_mode: 'on_reject' }
    const { browser, tab, service } = await answered('localStorage', { config })
    const next = await visit('localStorage', { config, browser, tab, service, page: { seed: 2 } })
    next.client.opt_out_capturing()
    expect(next.isSeen()).toBe(true)
  })

  it('leaves only the marks of finished surveys (D-454)', async () => {
    const { client, settle, browser, tab } = await answered('localStorage')
    client.opt_out_capturing()
    await settle(5_000)
    expect(Object.keys(surveyEntries(browser.local.entries)).sort()).toEqual([
      'lastSeenSurveyDate',
      'seenSurvey_done',
    ])
    expect([...tab.session.entries.keys()]).toEqual([])
  })
})
