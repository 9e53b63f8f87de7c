import { describe, expect, it } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import type { Survey } from '../../src/wire/survey'
import { bodiesOf, eventsOf, finish, type PersonVisit, visit } from '../support/personVisit'
import { open, survey } from '../support/surveys'

const MAIN = 'ph_phc_demo_posthog'
const LOGGED_IN: Partial<Config> = { bootstrap: { distinctID: 'a', isIdentifiedID: true } }
const surveys = [
  survey({ questions: [open({ id: 'first' }), open({ id: 'second' })] as Survey['questions'] }),
]

/** Logs `b` in on another page of the tab, which acts, and comes back through the back/forward cache. */
async function comeBackAfterLogin(first: PersonVisit, act: (page: PersonVisit) => void) {
  const { browser, service, tab } = first
  first.page.pagehide()
  const next = await visit({ browser, service, tab, page: { seed: 2 } })
  next.client.reset()
  next.client.identify('b')
  await next.settle(3_000)
  act(next)
  await next.settle(1_000)
  next.page.pagehide()
  first.page.restore()
  await first.settle(3_000)
}
async function finishAll(page: PersonVisit) {
  while (page.shown[0]) finish(page)
  await page.settle(5_000)
}

describe('a page that learns late of another person (D-435)', () => {
  it('keeps the unfinished survey of the new person', async () => {
    const first = await visit({ service: { surveys }, config: LOGGED_IN })
    await comeBackAfterLogin(first, ({ shown }) => void shown[0]!.session.answer('text of b'))
    expect(first.shown[0]?.session.state()).toMatchObject({ index: 1, answers: { first: 'text of b' } })
  })

  it('shows no survey again that the new person has answered', async () => {
    const first = await visit({ service: { surveys }, config: LOGGED_IN })
    await comeBackAfterLogin(first, finish)
    expect(first.ids()).toEqual([])
  })

  it('reports no exposure of the new person again', async () => {
    const first = await visit({ config: LOGGED_IN })
    await comeBackAfterLogin(first, ({ client }) => void client.getFeatureFlag('beta'))
    first.client.getFeatureFlag('beta')
    await first.settle(3_000)
    const exposures = (await first.events()).filter(({ event }) => event === '$feature_flag_called')
    expect(exposures).toHaveLength(1)
  })

  it('forgets answers of the former person that the storage had no room for', async () => {
    const first = await visit({ service: { surveys }, config: LOGGED_IN })
    first.browser.local.setFull(true)
    first.shown[0]!.session.answer('text of a')
    first.browser.local.setFull(false)
    await comeBackAfterLogin(first, () => {})
    await finishAll(first)
    const sent = await eventsOf(first, 'b')
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
  })

  it.each<[string, (page: PersonVisit) => void]>([
    ['submitted', ({ shown }) => shown[0]!.session.answer('text of a')],
    ['closed', ({ shown }) => shown[0]!.session.dismiss()],
  ])('sends nothing of a survey that is %s after a log-in on another subdomain', async (_, act) => {
    const page = await visit({ service: { surveys }, config: LOGGED_IN })
    page.shown[0]!.session.answer('text of a')
    await page.settle(40 * 60_000)
    page.browser.cookies.entries.set(MAIN, JSON.stringify({ distinct_id: 'b', $user_state: 'identified' }))
    act(page)
    await page.settle(5_000)
    expect(page.client.get_distinct_id()).toBe('b')
    expect(await eventsOf(page, 'b')).not.toContain('of a')
  })
})

describe('a session in the back/forward cache (D-433)', () => {
  it('is closed when its survey was begun by somebody else on the page between', async () => {
    const first = await visit({ service: { surveys } })
    first.shown[0]!.session.answer('text of a')
    await comeBackAfterLogin(first, ({ shown }) => void shown[0]!.session.answer('text of b'))
    await finishAll(first)
    const sent = await eventsOf(first, 'b')
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
  })
})

describe('a survey that shows again at a change of person', () => {
  it.each<[string, string, (client: EarshotClient) => void]>([
    ['identify', 'b', ({ identify }) => identify('b')],
    ['a refusal', '$posthog_cookieless', ({ opt_out_capturing }) => opt_out_capturing()],
  ])(
    'carries no property of the session and no group of the former person after %s',
    async (_, id, change) => {
      const page = await visit({
        service: { surveys },
        config: {
          ...LOGGED_IN,
          cookieless_mode: 'on_reject',
          loaded: ({ opt_in_capturing }) => opt_in_capturing(),
        },
      })
      page.client.register_for_session({ secret: 'session of a' })
      page.client.updateFlags({ beta: 'flag of a' })
      change(page.client)
      await page.settle(5_000)
      const sent = await eventsOf(page, id)
      expect(sent).toContain('survey shown')
      expect(sent).not.toContain('of a')
    },
  )
})

describe('identify while another page has logged in (D-436)', () => {
  it('merges nobody and sends nothing of that person, although no storage event has arrived', async () => {
    const page = await visit({ config: { persistence: 'localStorage' } })
    page.browser.local.entries.set(
      MAIN,
      JSON.stringify({
        distinct_id: 'c',
        $user_state: 'identified',
        $stored_person_properties: { secret: 'of c' },
      }),
    )
    page.client.identify('b')
    page.client.reloadFeatureFlags()
    await page.settle(3_000)
    expect(page.client.get_distinct_id()).toBe('b')
    expect(bodiesOf(page, 'b')).toContain('"timezone"')
    expect(bodiesOf(page, 'b')).not.toContain('of c')
    expect((await page.events()).map(({ event }) => event)).not.toContain('$identify')
  })
})

describe('a value that the storage had no room for (D-437)', () => {
  it('yields to a refusal in another tab', async () => {
    const config = { opt_out_capturing_by_default: true }
    const { browser, service, client } = await visit({ config })
    const other = await visit({ browser, service, config, page: { seed: 2 } })
    browser.local.setFull(true)
    client.opt_in_capturing()
    browser.local.setFull(false)
    other.client.opt_out_capturing()
    expect(client.has_opted_in_capturing()).toBe(false)
  })

  it('yields to a log-out in another tab', async () => {
    const persistence = 'localStorage'
    const { browser, service, client, settle } = await visit({ config: { ...LOGGED_IN, persistence } })
    browser.local.setFull(true)
    client.register({ plan: 'free' })
    await settle(1_000)
    browser.local.setFull(false)
    const other = await visit({ browser, service, config: { persistence }, page: { seed: 2 } })
    other.client.reset()
    expect(client.get_distinct_id()).toBe(other.client.get_distinct_id())
  })
})
