import { describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import { createService, type Service } from '../../src/server/index'
import { fakeBrowser } from '../support/fakeBrowser'
import { fakeRuntime } from '../support/fakeRuntime'
import { HOST, startClient, TOKEN } from '../support/startClient'
import { survey } from '../support/surveys'

const NOW = Date.UTC(2025, 5, 1)

/** A draft that no visitor could see on this page, and a survey that every visitor sees. */
const DRAFT = survey({
  id: 'draft',
  start_date: null,
  type: 'api',
  conditions: { url: '/elsewhere', selector: '.missing', seenSurveyWaitPeriodInDays: 30 },
  appearance: { surveyPopupDelaySeconds: 60 },
  targeting_flag_key: 'nobody',
})
const RUNNING = survey({ id: 'running' })

const createPreviewService = (surveys = [DRAFT, RUNNING], now = () => NOW) =>
  createService({
    now,
    projects: [
      { projectKey: TOKEN, surveys },
      { projectKey: 'phc_other', surveys: [DRAFT] },
    ],
    personalKeys: [{ key: 'phx_demo' }],
  })

async function tokenOf(service: Service, project = 1): Promise<string> {
  const response = await service.fetch(`${HOST}/api/projects/${project}/surveys/draft/preview_token`, {
    method: 'POST',
    headers: { authorization: 'Bearer phx_demo' },
  })
  return (await response.json()).token
}

async function openPage(
  preview: string,
  { config, service }: { config?: Partial<Config>; service: Service },
) {
  const fake = fakeRuntime()
  const browser = fakeBrowser()
  const requests: string[] = []
  const started = startClient({
    service,
    browser,
    runtime: fake.runtime,
    page: { now: NOW, url: `https://shop.test/home?a=b${preview}#top` },
    config: {
      fetch: ((url: string, init?: RequestInit) => {
        requests.push(String(url))
        return service.fetch(url, init)
      }) as typeof fetch,
      ...config,
    },
  })
  const signals: string[] = []
  for (const name of ['survey:shown', 'survey:sent', 'survey:dismissed', 'survey:closed'] as const)
    started.client.on(name, ({ $survey_id }) => $survey_id === 'draft' && signals.push(name))
  await started.settle()
  const previews = () => requests.filter(url => url.includes('/api/surveys/preview/'))
  return { ...started, ...fake, signals, previews }
}

describe('a preview link (D-617)', () => {
  it('shows the draft in place of a survey that is open, whatever its conditions, flags and delay', async () => {
    const service = createPreviewService()
    const { ids, shown, previews } = await openPage(`&earshot_preview=${await tokenOf(service)}`, { service })
    expect(ids()).toEqual(['draft'])
    expect(shown[0]!.options).toMatchObject({ display: 'popover', isPreview: true })
    expect(previews()).toHaveLength(1)
  })

  it('shows the draft to an author who has seen it, and stores, captures and signals nothing', async () => {
    const service = createPreviewService()
    const { client, shown, browser, page, signals, settle, events } = await openPage(
      `&earshot_preview=${await tokenOf(service)}`,
      { service },
    )
    client.markSurveyAsSeen('draft')
    const stored = () => [...browser.local.entries].filter(([key]) => /survey|seen/i.test(key)).sort()
    const before = stored()
    const sent = (await events()).length
    const [{ session }] = shown as [(typeof shown)[0]]
    session.shown()
    expect(session.submit('because')).toBeNull()
    await settle(10_000)
    expect(session.state().end).toBe('sent')
    expect((await events()).slice(sent).map(({ event }) => event)).toEqual([])
    expect((await events()).filter(({ properties }) => properties['$survey_id'] === 'draft')).toEqual([])
    // The survey that was open before is shown again, and counts.
    const keys = (entries: [string, string][]) => entries.map(([key]) => key)
    expect(keys(stored())).toEqual(keys(before))
    expect(signals).toEqual([])
    expect(page.dispatchedEvents.filter(({ name }) => /Sent/.test(name))).toEqual([])
  })

  it('stores nothing when it opens', async () => {
    const service = createPreviewService([DRAFT])
    const { ids, browser } = await openPage(`&earshot_preview=${await tokenOf(service)}`, { service })
    expect(ids()).toEqual(['draft'])
    expect([...browser.local.entries.keys()].filter(key => /survey|seen/i.test(key))).toEqual([])
  })

  it('opens again on a reload, and not on the next page', async () => {
    const service = createPreviewService()
    const link = `&earshot_preview=${await tokenOf(service)}`
    const first = await openPage(link, { service })
    first.shown[0]!.session.dismiss()
    expect((await openPage(link, { service })).ids()).toEqual(['draft'])
    expect((await openPage('', { service })).ids()).toEqual(['running'])
  })

  it.each([
    ['another project', (service: Service) => tokenOf(service, 2)],
    ['nobody', async () => 'forged'],
    ['another survey', async (service: Service) => (await tokenOf(service)).replace('draft', 'running')],
  ])('changes nothing when the token was signed for %s, and reports why', async (_, token) => {
    const service = createPreviewService()
    const { ids, errors } = await openPage(`&earshot_preview=${await token(service)}`, { service })
    expect(ids()).toEqual(['running'])
    expect(errors).toMatchObject([
      { reason: 'survey_failed', detail: { message: expect.stringContaining('401') } },
    ])
  })

  it('says on the console, once, that the link has expired (D-676)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let now = NOW
    const service = createPreviewService(undefined, () => now)
    const link = `&earshot_preview=${await tokenOf(service)}`
    await openPage(link, { service })
    expect(warn).not.toHaveBeenCalled()
    now += 2 * 60 * 60_000
    await openPage(link, { service })
    expect(warn.mock.calls).toEqual([['earshot: preview link invalid or expired']])
    warn.mockRestore()
  })

  it('makes no request without a token', async () => {
    const service = createPreviewService()
    for (const query of ['', '&earshot_preview=', '&my_earshot_preview=x'])
      expect((await openPage(query, { service })).previews()).toEqual([])
  })

  it.each(['#/home?earshot_preview=x', '&earshot_preview=&earshot_preview=x', '#&earshot_preview=x'])(
    'shows no survey as a preview, whose answers are not sent, when the URL has %s (D-631)',
    async link => {
      const { shown, previews, errors, settle, events } = await openPage(link, {
        service: createPreviewService([RUNNING]),
      })
      expect([shown.map(({ options }) => options.isPreview), previews(), errors]).toEqual([
        [undefined],
        [],
        [],
      ])
      shown[0]!.session.submit('because')
      await settle(10_000)
      expect((await events()).map(({ event }) => event)).toContain('survey sent')
    },
  )

  it('waits for consent, as every survey does', async () => {
    const service = createPreviewService()
    const { client, ids, previews, settle } = await openPage(`&earshot_preview=${await tokenOf(service)}`, {
      service,
      config: { opt_out_capturing_by_default: true },
    })
    expect([ids(), previews()]).toEqual([[], []])
    client.opt_in_capturing()
    await settle(100)
    expect(ids()).toEqual(['draft'])
  })

  it('leaves the token out of the URLs of events', async () => {
    const service = createPreviewService()
    const token = await tokenOf(service)
    const { client, settle, events } = await openPage(`&earshot_preview=${token}`, { service })
    client.capture('viewed', { $current_url: `https://shop.test/?earshot_preview=${token}` })
    await client.flush()
    await settle(10_000)
    const stored = await events()
    expect(JSON.stringify(stored)).not.toContain(token)
    const urls = stored.map(({ properties }) => properties['$current_url'])
    expect(urls.at(0)).toBe('https://shop.test/home?a=b&earshot_preview=#top')
    expect(urls.at(-1)).toBe('https://shop.test/?earshot_preview=')
  })

  it.each<[string, (token: string) => string]>([
    [
      'in the return address of a log-in',
      token => `/login?next=${encodeURIComponent(`/?earshot_preview=${token}`)}`,
    ],
    [
      'in a return address that is encoded twice',
      token => `/?next=${encodeURIComponent(encodeURIComponent(`/?earshot_preview=${token}`))}`,
    ],
    ['given twice', token => `/?earshot_preview=&earshot_preview=${token}`],
    ['in the query and in the fragment', token => `/?earshot_preview=x#/?earshot_preview=${token}`],
  ])('leaves a token out of the URLs of events that is %s (D-671)', async (_, path) => {
    const service = createPreviewService()
    const token = await tokenOf(service)
    const { settle, events } = startClient({ service, page: { url: `https://shop.test${path(token)}` } })
    await settle(10_000)
    const [view] = await events()
    expect(view?.event).toBe('$pageview')
    expect(JSON.stringify(view)).not.toContain(token.split('-')[1])
  })
})
