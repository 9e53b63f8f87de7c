import { describe, expect, it, vi } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { type PersonVisit, visit } from '../support/personVisit'
import type { StartOptions } from '../support/startClient'
import { questions, survey } from '../support/surveys'

const loggedIn = (distinctID: string): Partial<Config> => ({
  bootstrap: { distinctID, isIdentifiedID: true },
})

/** Stores a visitor with registered properties, and opens the next page of the browser. */
async function returning(stored: Partial<Config>, options: StartOptions) {
  const { client, browser, service, settle } = await visit({ config: stored })
  client.register({ plan: 'stored', source: 'ad' })
  await settle(1_000)
  const id = client.get_distinct_id()
  await client.shutdown()
  const next = await visit({ browser, service, page: { seed: 2 }, ...options })
  return { ...next, id }
}

describe('register before another store is opened (D-641)', () => {
  const stores = ['memory', 'cookie', 'sessionStorage'] as const
  it.each(
    stores.flatMap(store => [
      [store, 'an anonymous visitor', {}] as const,
      [store, 'a person', loggedIn('a')] as const,
    ]),
  )('keeps its properties and the stored identity: persistence "%s", %s', async (persistence, _, stored) => {
    const { client, settle, browser, service, id } = await returning(stored, { config: { persistence } })
    client.register({ plan: 'new' })
    client.register_once({ visit: 2 })
    await settle(2_000)
    client.set_config({ persistence: 'localStorage+cookie' })
    const expected = { distinct_id: id, plan: 'new', visit: 2, source: 'ad' }
    expect(client.capture('e')!.properties).toMatchObject(expected)
    await client.shutdown()
    const next = await visit({ browser, service, page: { seed: 3 } })
    expect(next.client.capture('e')!.properties).toMatchObject(expected)
  })

  it('gives nothing to another person who is stored', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const config: Partial<Config> = { persistence: 'sessionStorage', ...loggedIn('b') }
    const first = await visit({ config })
    await first.settle(1_000)
    const { browser, service, tab } = first
    await first.client.shutdown()
    const other = await visit({ browser, service, page: { seed: 2 }, config: loggedIn('a') })
    other.client.register({ plan: 'of a' })
    await other.client.shutdown()
    const page = await visit({
      browser,
      service,
      tab,
      page: { seed: 3 },
      config: { persistence: 'sessionStorage' },
    })
    page.client.register({ visit: 'of b' })
    await page.settle(1_000)
    page.client.set_config({ persistence: 'localStorage+cookie' })
    const { properties } = page.client.capture('e')!
    expect(properties).toMatchObject({ distinct_id: 'a', plan: 'of a' })
    expect(properties).not.toHaveProperty('visit')
    error.mockRestore()
  })

  it('adds what is missing when another tab gives consent', async () => {
    const config: Partial<Config> = { opt_out_capturing_by_default: true }
    const first = await visit({ config })
    const { browser, service } = first
    const second = await visit({ browser, service, page: { seed: 2 }, config })
    first.client.register({ plan: 'of the first tab' })
    second.client.register({ plan: 'of the second tab', visit: 2 })
    await first.settle(1_000)
    await second.settle(1_000)
    first.client.opt_in_capturing()
    await first.settle(1_000)
    expect(second.client.capture('e')!.properties).toMatchObject({ plan: 'of the first tab', visit: 2 })
  })
})

describe('what the page has set before the store of a returning visitor is opened (D-455)', () => {
  const ways: [string, Partial<Config>, (client: EarshotClient) => void][] = [
    ['consent', { opt_out_capturing_by_default: true }, client => client.opt_in_capturing()],
    ...(['memory', 'cookie', 'sessionStorage'] as const).map((persistence): (typeof ways)[number] => [
      `set_config from ${persistence}`,
      { persistence },
      client => client.set_config({ persistence: 'localStorage+cookie' }),
    ]),
  ]

  /** A browser in which an earlier page has stored a visitor, groups and properties. */
  async function returningPage(config: Partial<Config>, stored: Partial<Config> = {}) {
    const first = await visit({ config: stored })
    const { client, browser, service, settle } = first
    client.group('company', 'a', { size: 1 })
    client.group('team', 'stored')
    client.setPersonProperties({ plan: 'free', city: 'Rome', email: 'x@y.test' })
    client.register({ source: 'ad', $campaign: 'stored', visits: 1 })
    await settle(2_000)
    await client.shutdown()
    return visit({ browser, service, page: { seed: 2 }, config })
  }
  const lastFlagsRequest = ({ service }: PersonVisit) =>
    service.state
      .requests()
      .filter(({ path }) => path === '/flags')
      .at(-1)!.body as Record<string, Record<string, unknown>>

  it.each(ways)('adds groups and properties for flags to those of the store: %s', async (_, config, open) => {
    const page = await returningPage(config)
    const { client, settle } = page
    client.group('team', 'new')
    client.group('project', 'p', { tier: 2 })
    client.setPersonPropertiesForFlags({ plan: 'pro' })
    // Later than the write that follows a change.
    await settle(2_000)
    client.setPersonPropertiesForFlags({ language: 'it' })
    open(client)
    const groups = { company: 'a', team: 'new', project: 'p' }
    expect(client.capture('e')!.properties.$groups).toEqual(groups)
    await settle(2_000)
    const request = lastFlagsRequest(page)
    expect(request.groups).toEqual(groups)
    expect(request.group_properties).toMatchObject({ company: { size: 1 }, project: { tier: 2 } })
    expect(request.person_properties).toMatchObject({
      plan: 'pro',
      city: 'Rome',
      email: 'x@y.test',
      language: 'it',
    })
  })

  it.each(ways)('removes what the page has removed: %s', async (_, config, open) => {
    const page = await returningPage(config)
    const { client, settle, browser, service } = page
    client.unregister('source')
    client.unsetPersonProperties(['city'])
    client.resetGroups()
    await settle(2_000)
    open(client)
    const { properties } = client.capture('e')!
    expect(properties.visits).toBe(1)
    expect(properties).not.toHaveProperty('source')
    expect(properties).not.toHaveProperty('$groups')
    await settle(2_000)
    expect(lastFlagsRequest(page).person_properties).not.toHaveProperty('city')
    expect(lastFlagsRequest(page).person_properties).toHaveProperty('plan', 'free')
    await client.shutdown()
    const next = await visit({ browser, service, page: { seed: 3 } })
    const later = next.client.capture('e')!.properties
    expect(later).not.toHaveProperty('source')
    expect(later).not.toHaveProperty('$groups')
  })

  it.each(ways)('keeps a profile and properties whose name begins with $: %s', async (_, config, open) => {
    const { client, settle } = await returningPage(config)
    client.register({ $campaign: 'new' })
    client.createPersonProfile()
    await settle(2_000)
    open(client)
    expect(client.capture('e')!.properties).toMatchObject({
      $campaign: 'new',
      $process_person_profile: true,
    })
  })

  it.each<[string, (client: EarshotClient) => void]>([
    ['a log-in', client => client.identify('b')],
    ['a log-out', client => client.reset()],
  ])('adds nothing of the stored person after %s on this page (D-552)', async (_, act) => {
    const { client, settle } = await returningPage({ opt_out_capturing_by_default: true }, loggedIn('a'))
    act(client)
    client.group('team', 'of b')
    await settle(2_000)
    client.opt_in_capturing()
    const { properties } = client.capture('e')!
    expect(properties.$groups).toEqual({ team: 'of b' })
    expect(properties).not.toHaveProperty('source')
  })

  it.each(ways)(
    'keeps stored values that the page would register once (D-703): %s',
    async (_, config, open) => {
      const { client, settle } = await returningPage(config)
      client.register_once({ visits: 2, first: 'now' })
      await settle(2_000)
      open(client)
      expect(client.capture('e')!.properties).toMatchObject({ visits: 1, first: 'now' })
    },
  )

  it.each(ways)('removes the properties of one group type (D-703): %s', async (_, config, open) => {
    const page = await returningPage(config)
    page.client.resetGroupPropertiesForFlags('company')
    await page.settle(2_000)
    page.client.setGroupPropertiesForFlags({ project: { tier: 2 } })
    await page.settle(2_000)
    open(page.client)
    await page.settle(2_000)
    expect(lastFlagsRequest(page).group_properties).toEqual({ project: { tier: 2 }, team: {} })
  })

  it.each(ways)(
    'removes all at once, also when the page adds some again (D-703): %s',
    async (_, config, open) => {
      const page = await returningPage(config)
      const { client, settle } = page
      client.resetGroups()
      client.group('team', 'new')
      client.resetPersonPropertiesForFlags()
      client.setPersonPropertiesForFlags({ plan: 'pro' })
      await settle(2_000)
      open(client)
      await settle(2_000)
      expect(client.getGroups()).toEqual({ team: 'new' })
      const { group_properties, person_properties } = lastFlagsRequest(page)
      expect(group_properties).toEqual({ team: {} })
      expect(person_properties).toMatchObject({ plan: 'pro' })
      expect(person_properties).not.toHaveProperty('city')
    },
  )

  it('keeps what is stored when another tab gives consent, and adds what is missing', async () => {
    const config: Partial<Config> = { opt_out_capturing_by_default: true }
    const second = await returningPage(config)
    const { browser, service } = second
    const first = await visit({ browser, service, page: { seed: 3 }, config })
    second.client.register({ source: 'second', extra: 2 })
    await second.settle(2_000)
    first.client.opt_in_capturing()
    await first.settle(2_000)
    expect(second.client.capture('e')!.properties).toMatchObject({ source: 'ad', extra: 2 })
  })
})

describe('a visitor whom the page has logged out before the store is opened (D-703)', () => {
  it.each<[string, Partial<Config>, (client: EarshotClient) => void]>([
    ['consent', { opt_out_capturing_by_default: true }, client => client.opt_in_capturing()],
    ['set_config', { persistence: 'memory' }, client => client.set_config({ persistence: 'localStorage' })],
  ])('is no anonymous visitor of an earlier page after %s', async (_, config, openStore) => {
    const surveys = [survey({ questions: questions({}, {}) })]
    const first = await visit({ service: { surveys } })
    first.shown[0]!.session.answer('text of a')
    first.client.register({ secret: 'of a' })
    await first.settle(2_000)
    const { browser, service } = first
    await first.client.shutdown()
    const next = await visit({ browser, service, page: { seed: 2 }, config })
    next.client.reset()
    await next.settle(2_000)
    const id = next.client.get_distinct_id()
    openStore(next.client)
    await next.settle(2_000)
    expect(next.client.capture('e')).toMatchObject({ distinct_id: id })
    expect(next.client.get_property('secret')).toBeUndefined()
    expect(next.shown[0]!.session.state()).toMatchObject({ index: 0, answers: {} })
  })
})

describe('the entry of the tab, when its store is opened (D-703)', () => {
  const ways: [string, Partial<Config>, (client: EarshotClient) => void][] = [
    ['consent', { opt_out_capturing_by_default: true }, client => client.opt_in_capturing()],
    ['set_config', { persistence: 'memory' }, client => client.set_config({ persistence: 'localStorage' })],
  ]
  /** The second page of a tab, whose first has come by a campaign. */
  async function secondPage(config: Partial<Config>, url: string) {
    const first = await visit({
      page: { url: 'https://shop.test/?utm_source=ad&utm_medium=cpc', referrer: 'https://search.test/' },
    })
    first.client.register_for_session({ plan: 'stored', step: 1, gone: 1 })
    first.client.capture('e')
    await first.settle(2_000)
    const { browser, service, tab } = first
    first.page.pagehide()
    return visit({ browser, service, tab, config, page: { seed: 2, url, referrer: 'https://shop.test/' } })
  }

  it.each(ways)('keeps campaign, referrer and properties of the session: %s', async (_, config, open) => {
    const { client, settle } = await secondPage(config, 'https://shop.test/next')
    client.register_for_session({ step: 2, extra: true })
    client.unregister_for_session('gone')
    await settle(2_000)
    open(client)
    const { properties } = client.capture('e')!
    expect(properties).toMatchObject({
      plan: 'stored',
      step: 2,
      extra: true,
      utm_source: 'ad',
      utm_medium: 'cpc',
      $referrer: 'https://search.test/',
    })
    expect(properties).not.toHaveProperty('gone')
  })

  it.each(ways)('takes the campaign of the page: %s', async (_, config, open) => {
    const { client, settle } = await secondPage(config, 'https://shop.test/?utm_source=mail')
    client.capture('before')
    await settle(2_000)
    open(client)
    const { properties } = client.capture('e')!
    expect(properties).toMatchObject({ utm_source: 'mail', $referrer: 'https://search.test/' })
    expect(properties.utm_medium).toBeUndefined()
  })

  it.each(ways)(
    'is forgotten by a visitor whom the page has logged out before: %s',
    async (_, config, open) => {
      const { client, settle } = await secondPage(config, 'https://shop.test/next')
      client.reset()
      client.register_for_session({ step: 2 })
      await settle(2_000)
      open(client)
      await settle(2_000)
      const { properties } = client.capture('e')!
      expect(properties).toMatchObject({ step: 2 })
      expect(properties).not.toHaveProperty('plan')
      expect(properties).not.toHaveProperty('utm_medium')
    },
  )

  it('is that of the next page of the tab after the way back', async () => {
    const first = await visit()
    const { browser, service, tab } = first
    first.page.pagehide()
    const next = await visit({ browser, service, tab, page: { seed: 2 } })
    next.client.register_for_session({ plan: 'pro' })
    await next.settle(2_000)
    next.page.pagehide()
    first.page.restore()
    expect(first.client.capture('e')!.properties).toMatchObject({ plan: 'pro' })
  })
})
