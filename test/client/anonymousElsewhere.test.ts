import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { cookieStore } from '../../src/persistence/cookieStore'
import type { Survey } from '../../src/wire/survey'
import { fakeBrowser } from '../support/fakeBrowser'
import { fakeCookies } from '../support/fakeCookies'
import { type PersonVisit, visit } from '../support/personVisit'
import { open, survey } from '../support/surveys'

const MAIN = 'ph_phc_demo_posthog'
const surveys = [
  survey({ questions: [open({ id: 'first' }), open({ id: 'second' })] as Survey['questions'] }),
  survey({ id: 'done', type: 'api' }),
]

afterEach(() => vi.unstubAllGlobals())

/** Opens the next page of the tab, which acts, and comes back through the back/forward cache. */
async function comeBackAfter(
  first: PersonVisit,
  act: (page: PersonVisit) => void,
  config: Partial<Config> = {},
) {
  const { browser, service, tab } = first
  first.page.pagehide()
  const next = await visit({ browser, service, tab, config, page: { seed: 2 } })
  act(next)
  await next.settle(2_000)
  next.page.pagehide()
  first.page.restore()
  await first.settle(2_000)
  return next
}

describe('a stored anonymous visitor whom another page has replaced by one with another device id (D-701)', () => {
  const ways: [string, Partial<Config>, (page: PersonVisit) => void][] = [
    ['by reset(true)', {}, ({ client }) => client.reset(true)],
    ['by a bootstrapped id', { bootstrap: { distinctID: 'x' } }, () => {}],
    [
      'by reset(true) and a log-in',
      {},
      ({ client }) => {
        client.reset(true)
        client.identify('b')
      },
    ],
  ]
  const persistences = ['localStorage', 'localStorage+cookie', 'cookie'] as const

  it.each(ways.flatMap(way => persistences.map(persistence => [...way, persistence] as const)))(
    'has left no open survey to the next one: %s',
    async (_, config, act, persistence) => {
      const first = await visit({ service: { surveys }, config: { persistence } })
      const [card] = first.shown
      expect(card).toBeDefined()
      first.client.register_for_session({ secret: 'of a' })
      const next = await comeBackAfter(first, act, { persistence, ...config })
      expect(first.client.get_distinct_id()).toBe(next.client.get_distinct_id())
      expect(first.shown).not.toContain(card)
      expect(first.client.capture('back')!.properties).not.toHaveProperty('secret')
    },
  )

  it('leaves nothing but the marks of finished surveys on the host after a reset(true) on a subdomain', async () => {
    const first = await visit({ service: { surveys } })
    first.shown[0]!.session.answer('text of a')
    first.client.markSurveyAsSeen('done')
    await first.settle(2_000)
    const { browser, service } = first
    const visitor = { distinct_id: 'other', $device_id: 'other', $user_state: 'anonymous' }
    await first.client.shutdown()
    browser.cookies.entries.set(MAIN, JSON.stringify(visitor))
    const next = await visit({ browser, service, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('other')
    expect(next.shown[0]!.session.state()).toMatchObject({ index: 0, answers: {} })
    expect(next.client.canRenderSurvey('done').disabledReason).toBe('already seen')
  })

  it('leaves to the next one no trigger that fires after a reset(true) in before_send', async () => {
    const triggered = survey({ id: 'triggered', conditions: { events: { values: [{ name: 'paid' }] } } })
    const page = await visit({
      service: { surveys: [triggered] },
      config: {
        before_send(event) {
          if (event.event === 'paid') page.client.reset(true)
          return event
        },
      },
    })
    page.client.capture('paid')
    await page.settle(2_000)
    expect(page.ids()).toEqual([])
  })

  it('keeps the open survey of a tab that starts beside another one', async () => {
    const browser = fakeBrowser()
    const config: Partial<Config> = { persistence: 'localStorage', surveys: surveys as never }
    const first = visit({ browser, config })
    const second = await visit({ browser, config, page: { seed: 2 } })
    const { client, shown, settle } = await first
    await settle(1_000)
    expect(client.get_distinct_id()).toBe(second.client.get_distinct_id())
    expect([shown.length, second.shown.length]).toEqual([1, 1])
  })
})

describe('a decision of the visitor and a full storage (D-702)', () => {
  const config: Partial<Config> = { opt_out_capturing_by_default: true }

  it('is the refusal of the next page, after a consent that the storage had no room for', async () => {
    const first = await visit({ config })
    first.browser.local.setFull(true)
    first.client.opt_in_capturing()
    expect(first.client.has_opted_in_capturing()).toBe(true)
    first.browser.local.setFull(false)
    await comeBackAfter(first, ({ client }) => client.opt_out_capturing(), config)
    expect(first.client.get_explicit_consent_status()).toBe('denied')
    expect(first.client.capture('back')).toBeUndefined()
  })

  it('leaves no former consent to the next page when the storage takes no refusal', async () => {
    const { client, browser, service } = await visit()
    client.opt_in_capturing()
    browser.local.setFull(true)
    client.opt_out_capturing()
    expect(client.get_explicit_consent_status()).toBe('denied')
    const next = await visit({ browser, service, page: { seed: 2 } })
    expect(next.client.has_opted_in_capturing()).toBe(false)
  })

  it('is stored where the refusal has made room', async () => {
    const { client, browser, service, settle } = await visit({ config: { advanced_disable_flags: true } })
    await settle(10_000)
    browser.local.setCapacity([...browser.local.entries].flat().join('').length)
    client.opt_out_capturing()
    const next = await visit({ browser, service, page: { seed: 2 } })
    expect(next.client.get_explicit_consent_status()).toBe('denied')
  })

  it('holds on the page when the browser keeps no cookie', async () => {
    const { document, location } = fakeCookies('shop.test', { isEnabled: false })
    vi.stubGlobal('document', document)
    vi.stubGlobal('location', location)
    const browser = fakeBrowser()
    const tab = browser.tab()
    tab.stores.cookie = cookieStore
    const { client } = await visit({ browser, tab, config: { opt_out_capturing_persistence_type: 'cookie' } })
    client.opt_in_capturing()
    client.opt_out_capturing()
    expect(client.get_explicit_consent_status()).toBe('denied')
    expect(client.capture('e')).toBeUndefined()
  })

  it('lets a log-in of the next page win over a visitor whom the storage had no room for', async () => {
    const first = await visit({ config: { persistence: 'localStorage' } })
    first.browser.local.setFull(true)
    first.client.register({ plan: 'free' })
    await first.settle(1_000)
    first.browser.local.setFull(false)
    await comeBackAfter(first, ({ client }) => client.identify('b'), { persistence: 'localStorage' })
    expect(first.client.get_distinct_id()).toBe('b')
  })
})

describe('bootstrap.distinctID after the start (D-506)', () => {
  it.each<[string, (client: EarshotClient) => void]>([
    [
      'reset({ bootstrap })',
      client => client.reset({ bootstrap: { distinctID: 'c', isIdentifiedID: true } }),
    ],
    ['identify', client => client.identify('c')],
  ])('logs no error at the next consent when %s has named another person', async (_, name) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { client } = await visit({ config: { bootstrap: { distinctID: 'a', isIdentifiedID: true } } })
    name(client)
    client.opt_in_capturing()
    expect(client.get_distinct_id()).toBe('c')
    expect(error.mock.calls).toEqual([])
    error.mockRestore()
  })
})
