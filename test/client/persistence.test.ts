import { describe, expect, it } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { type FakeBrowser, type FakeTab, fakeBrowser } from '../support/fakeBrowser'
import { fakeRuntime } from '../support/fakeRuntime'
import { type StartOptions, startClient } from '../support/startClient'
import { open, survey } from '../support/surveys'

type Mode = Config['persistence']

const KEY = 'ph_phc_demo_posthog'
const MODES: Mode[] = ['localStorage+cookie', 'localStorage', 'cookie', 'sessionStorage', 'memory']
/** Changes that leave a store, or open another one. */
const SWITCHES = MODES.flatMap(from => MODES.filter(to => to !== from).map((to): [Mode, Mode] => [from, to]))

async function visit(persistence: Mode, options: StartOptions = {}) {
  const started = startClient({ ...options, config: { persistence, capture_pageview: false } })
  await started.settle(1_000)
  return started
}
const storesOf = ({ local, cookies }: ReturnType<typeof fakeBrowser>, { session }: FakeTab) => [
  local.entries,
  cookies.entries,
  session.entries,
]

describe('set_config of persistence (R03)', () => {
  const actions: [string, (client: EarshotClient) => void][] = [
    ['identify', client => client.identify('b')],
    ['reset', client => client.reset()],
  ]
  /** Where another person is stored who has nothing to do with the store that is left. */
  const separate = SWITCHES.filter(
    ([from, to]) => to !== 'memory' && !(from.startsWith('local') && to.startsWith('local')),
  )

  it.each(separate.flatMap(modes => actions.map(action => [...modes, ...action] as const)))(
    'from %s to %s keeps the visitor of %s, where another person is stored (D-666)',
    async (from, to, _, act) => {
      const browser = fakeBrowser()
      const tab = browser.tab()
      const { client, settle, events } = await visit(from, { browser, tab })
      act(client)
      await settle(1_000)
      const id = client.get_distinct_id()
      const former = { distinct_id: 'a', $user_id: 'a', $user_state: 'identified', secret: 'of a' }
      for (const entries of storesOf(browser, tab).filter(entries => !entries.has(KEY)))
        entries.set(KEY, JSON.stringify(former))
      client.set_config({ persistence: to })
      client.capture('e')
      await settle(5_000)
      const event = (await events()).find(({ event }) => event === 'e')
      expect([event?.distinct_id, event?.properties.secret]).toEqual([id, undefined])
    },
  )

  it.each(SWITCHES)(
    'from %s to %s brings a person who has logged out back on no later page (D-667)',
    async (from, to) => {
      const first = await visit(from)
      const { client, browser, tab, service } = first
      client.identify('b')
      await first.settle(1_000)
      client.set_config({ persistence: to })
      client.reset()
      await first.settle(1_000)
      const next = await visit(from, { browser, tab, service, page: { seed: 2 } })
      next.client.capture('before')
      next.client.set_config({ persistence: to })
      next.client.capture('after')
      await next.settle(5_000)
      const sent = (await next.events()).filter(({ event }) => /before|after/.test(event))
      expect(sent.map(({ event }) => event)).toEqual(['before', 'after'])
      expect(sent.map(({ distinct_id }) => distinct_id)).not.toContain('b')
    },
  )

  it.each(SWITCHES)(
    'from %s to %s leaves no visitor that a refusal does not erase (D-667)',
    async (from, to) => {
      const { client, settle, browser, tab } = await visit(from)
      client.identify('b')
      client.register_for_session({ plan: 'pro' })
      await settle(1_000)
      client.set_config({ persistence: to })
      client.opt_out_capturing()
      await settle(1_000)
      const left = storesOf(browser, tab).flatMap(entries => [...entries.keys()])
      expect(left.filter(key => /_posthog$|_tab$/.test(key))).toEqual([])
    },
  )

  it('moves an unfinished survey, which the next visitor of the store that is left does not resume (D-667)', async () => {
    const { runtime, shown } = fakeRuntime()
    const questions = [open({ id: 'first' }), open({ id: 'second' })]
    const service = { surveys: [survey({ questions: questions as never })] }
    const { client, settle, browser, tab } = await visit('localStorage', { runtime, service })
    shown[0]!.session.answer('text of a')
    await settle(1_000)
    client.set_config({ persistence: 'sessionStorage' })
    const progress = (entries: Map<string, string>) =>
      [...entries.keys()].filter(key => key.startsWith('inProgress'))
    expect([progress(browser.local.entries), progress(tab.session.entries)]).toEqual([
      [],
      ['inProgressSurvey_s1'],
    ])
  })
})

describe('registered properties', () => {
  /** Returns a visit whose cookie names the visitor, as after the first idle moment of a page. */
  async function registered(browser: ReturnType<typeof fakeBrowser>) {
    const started = await visit('localStorage+cookie', { browser })
    started.client.register({ plan: 'pro' })
    started.page.runIdle()
    await started.settle(1_000)
    expect(browser.cookies.entries.has(KEY)).toBe(true)
    return started
  }
  const planOf = async ({ client, page, settle, events }: Awaited<ReturnType<typeof visit>>) => {
    page.emit('hidden')
    page.emit('visible')
    client.capture('e')
    await settle(5_000)
    return (await events()).find(({ event }) => event === 'e')?.properties.plan
  }

  it('outlive a page that empties localStorage (D-684)', async () => {
    const browser = fakeBrowser()
    const started = await registered(browser)
    browser.local.entries.clear()
    expect(await planOf(started)).toBe('pro')
    expect(browser.local.entries.get(KEY)).toContain('"plan":"pro"')
  })

  it.each(SWITCHES.filter(([from, to]) => from.startsWith('local') && to !== 'localStorage+cookie'))(
    'outlive a tab that switches from %s to %s (D-684)',
    async (from, to) => {
      const browser = fakeBrowser()
      const first = await registered(browser)
      const second = await visit(from, { browser, service: first.service, page: { seed: 2 } })
      second.client.set_config({ persistence: to })
      await second.settle(1_000)
      expect(await planOf(first)).toBe('pro')
    },
  )

  it('of a tab that switches to the cookie stay its own (D-684)', async () => {
    const started = await registered(fakeBrowser())
    started.client.set_config({ persistence: 'cookie' })
    expect(await planOf(started)).toBe('pro')
  })
})

describe('storage with JSON of thousands of levels (R3C, D-779)', () => {
  it('keeps and sends the other values', async () => {
    const browser = fakeBrowser()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    browser.local.entries.set(KEY, `{"distinct_id":"a","$user_id":"a","deep":${deep}}`)
    const { client, settle, events } = await visit('localStorage', { browser })
    client.register({ plan: 'pro' })
    client.capture('e')
    await settle(5_000)
    expect((await events()).map(({ event, distinct_id }) => [event, distinct_id])).toEqual([['e', 'a']])
    expect(JSON.parse(browser.local.entries.get(KEY)!)).toMatchObject({ distinct_id: 'a', plan: 'pro' })
  })
})

describe('persistence in sessionStorage (R3C)', () => {
  it('sends no stored field of the client, since visitor and tab have an entry each (D-670)', async () => {
    const { client, settle, events, page } = await visit('sessionStorage')
    client.register({ plan: 'pro' })
    client.register_for_session({ page: 'start' })
    client.capture('first')
    await settle(1_000)
    page.emit('hidden')
    page.emit('visible')
    client.capture('e')
    client.unregister('plan')
    client.unregister_for_session('page')
    client.capture('later')
    await settle(5_000)
    const propertiesOf = async (name: string) =>
      (await events()).find(({ event }) => event === name)!.properties
    expect(await propertiesOf('e')).toMatchObject({ plan: 'pro', page: 'start' })
    const later = Object.keys(await propertiesOf('later'))
    expect(
      later.filter(name => /^(plan|page|\$(sesid|epp|user_state|person|registered|initial.*))$/.test(name)),
    ).toEqual([])
  })
})

describe('a storage that can be read and not changed (R31, D-789)', () => {
  /** Reads of one key before the test counts them as endless. */
  const MAX_READS = 5_000
  const readOnly = (browser: FakeBrowser, accepts: boolean) => {
    const tab = browser.tab()
    const local = tab.stores.local()!
    let reads = 0
    const read = (key: string) => {
      if (++reads > MAX_READS) throw new Error('reads without end')
      return local.read(key)
    }
    const store = { ...local, read, write: () => accepts, remove: () => {} }
    return { ...tab, stores: { ...tab.stores, local: () => store }, reads: () => reads }
  }
  const acts: [string, (client: EarshotClient) => unknown][] = [
    ['identify', client => client.identify('b')],
    ['reset', client => client.reset()],
    ['opt_out_capturing', client => client.opt_out_capturing()],
    ['register', client => client.register({ plan: 'pro' })],
    ['capture', client => client.capture('e')],
  ]

  it.each([false, true].flatMap(accepts => acts.map(([name, act]) => [accepts, name, act] as const)))(
    'does not freeze a page that has a cache there, writes accepted: %s, %s',
    async (accepts, _, act) => {
      const { browser, client, service, settle } = startClient({ service: { surveys: [survey()] } })
      await settle(2_000)
      await client.shutdown()
      const tab = readOnly(browser, accepts)
      const next = startClient({
        browser,
        tab,
        service,
        page: { seed: 2 },
        runtime: fakeRuntime().runtime,
      })
      act(next.client)
      await next.settle(3_000)
      expect(tab.reads()).toBeLessThan(MAX_READS)
    },
  )
})
