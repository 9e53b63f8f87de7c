import { describe, expect, it } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import { createUninitializedClient } from '../../src/client/client'
import type { Survey } from '../../src/wire/survey'
import { chunksOf } from '../support/chunksOf'
import { fakeRuntime } from '../support/fakeRuntime'
import { eventsOf, finish, type PersonVisit, visit } from '../support/personVisit'
import { HOST, TOKEN } from '../support/startClient'
import { open, survey } from '../support/surveys'

const after = (name: string) => ({ events: { values: [{ name }] } })
const surveys = [
  survey({ id: 'begun', questions: [open({ id: 'first' }), open({ id: 'second' })] as Survey['questions'] }),
  survey({ id: 'delayed', conditions: after('ordered'), appearance: { surveyPopupDelaySeconds: 900 } }),
  survey({ id: 'done', type: 'api' }),
]

/** A page with a survey that is begun, one that waits for its delay, and one that is finished. */
async function firstClient(config: Partial<Config> = {}) {
  const page = await visit({ service: { surveys }, config })
  page.client.capture('ordered')
  page.shown[0]!.session.answer('text of a')
  page.client.markSurveyAsSeen('done')
  await page.settle(3_000)
  return page
}

/** Starts a second client on the page. */
async function startBeside(
  { page, tab, service, settle }: PersonVisit,
  token: string,
  config: Partial<Config>,
) {
  const client = createUninitializedClient({
    page,
    stores: tab.stores,
    chunkLoader: { channel: 'npm', load: chunksOf({ surveys: fakeRuntime().runtime }) },
  })
  client.init(token, { api_host: HOST, compression: 'none', fetch: service.fetch as typeof fetch, ...config })
  await settle(2_000)
  return client
}

const ofSurveys = ({ browser }: PersonVisit) =>
  Object.fromEntries([...browser.local.entries].filter(([key]) => /Survey_|Trigger_|Shown_/.test(key)))

describe('a client with another key on the page (D-700)', () => {
  it.each<[string, Partial<Config>, (client: EarshotClient) => void]>([
    ['starts', {}, () => {}],
    ['starts with disable_persistence', { disable_persistence: true }, () => {}],
    ['begins a session', {}, ({ capture }) => void capture('e')],
    ['is refused', {}, ({ opt_out_capturing }) => opt_out_capturing()],
    ['logs out', {}, ({ reset }) => reset()],
    [
      'changes the person',
      {},
      ({ identify }) => {
        identify('b')
        identify('c')
      },
    ],
    ['stores in memory', {}, ({ set_config }) => set_config({ persistence: 'memory' })],
    ['stores elsewhere', {}, ({ set_config }) => set_config({ persistence: 'sessionStorage' })],
  ])('leaves what surveys of the first have stored when it %s', async (_, config, act) => {
    const first = await firstClient({ max_surveys_per_session: 1 })
    const stored = ofSurveys(first)
    expect(Object.keys(stored)).toHaveLength(4)
    const second = await startBeside(first, 'phc_other', config)
    act(second)
    await first.settle(2_000)
    expect(ofSurveys(first)).toEqual(stored)
  })

  it('counts its surveys apart for max_surveys_per_session', async () => {
    const config = { max_surveys_per_session: 1 }
    const first = await firstClient(config)
    const second = await startBeside(first, 'phc_other', {
      ...config,
      surveys: [survey({ id: 'other' })] as never,
    })
    await first.settle(2_000)
    expect(second.getPageViewId()).toBeDefined()
    const counts = [...first.browser.local.entries.keys()].filter(key => key.startsWith('surveysShown_'))
    expect(counts).toHaveLength(2)
  })

  it('takes what names no project, as posthog-js stores it, for its own', async () => {
    const page = await visit({ service: { surveys } })
    page.browser.local.entries.set('seenSurvey_done', 'true')
    expect(page.client.canRenderSurvey('done').disabledReason).toBe('already seen')
    page.client.reset()
    expect(page.client.canRenderSurvey('done').visible).toBe(true)
  })
})

describe('a client with the same key and another persistence_name (D-803)', () => {
  const two = survey({ questions: [open({ id: 'first' }), open({ id: 'second' })] })
  const answered = async (config: Partial<Config>) => {
    const page = await visit({ config, service: { surveys: [two] } })
    page.shown[0]!.session.answer('text of a')
    await page.settle(1_000)
    await page.client.shutdown()
    return page
  }
  const next = async ({ browser, service }: PersonVisit, config: Partial<Config>) => {
    const page = await visit({ browser, service, page: { seed: 2 }, config })
    return { ...page, at: page.shown[0]?.session.question()?.id }
  }

  it.each(['', 'shop'])('resumes no survey of a visitor whose name is "%s" (R03)', async name => {
    const first = await answered({ persistence_name: name })
    // A visitor who is new would remove what is unfinished (D-414).
    first.browser.local.entries.set(
      'ph_blog',
      JSON.stringify({ distinct_id: 'b', $user_state: 'identified' }),
    )
    const blog = await next(first, { persistence_name: 'blog' })
    finish(blog)
    await blog.settle(5_000)
    expect(await eventsOf(blog, 'b')).toContain('survey sent')
    expect(await eventsOf(blog, 'b')).not.toContain('text of a')
    // The device has had the survey, whoever answered it.
    const shop = await next(first, { persistence_name: name })
    expect(shop.client.canRenderSurvey('s1').disabledReason).toBe('already seen')
  })

  it('resumes its own survey, and one that posthog-js has left unfinished', async () => {
    const first = await answered({ persistence_name: 'shop' })
    const key = [...first.browser.local.entries.keys()].find(name => name.startsWith('inProgressSurvey_'))!
    const { project, ...left } = JSON.parse(first.browser.local.entries.get(key)!)
    expect(project).toBe('phc_demoshop')
    expect((await next(first, { persistence_name: 'shop' })).at).toBe('second')
    first.browser.local.entries.set(key, JSON.stringify(left))
    expect((await next(first, { persistence_name: 'shop' })).at).toBe('second')
  })
})

describe('a client with the same key on the page (D-700)', () => {
  it('captures under the person whom the first has logged in or out', async () => {
    const first = await firstClient()
    const second = await startBeside(first, TOKEN, {})
    first.client.identify('b')
    expect(second.capture('e')!.distinct_id).toBe('b')
    first.client.reset()
    const id = first.client.get_distinct_id()
    expect(second.capture('e')!.distinct_id).toBe(id)
    second.identify('c')
    expect(first.client.capture('e')!.distinct_id).toBe('c')
  })

  it('writes no former person over one who has just logged in', async () => {
    const first = await firstClient()
    const second = await startBeside(first, TOKEN, {})
    second.register({ plan: 'pro' })
    first.client.identify('b')
    await first.settle(2_000)
    const entry = JSON.parse(first.browser.local.entries.get('ph_phc_demo_posthog')!)
    expect(entry).toMatchObject({ distinct_id: 'b', plan: 'pro' })
  })

  it('loses no event and no answer of the first when disable_persistence erases what is stored', async () => {
    const first = await firstClient()
    first.page.goOffline()
    first.client.capture('waits')
    await startBeside(first, TOKEN, { disable_persistence: true })
    first.page.goOnline()
    first.shown[0]!.session.answer('and more')
    await first.settle(30_000)
    const events = await first.events()
    expect(events.filter(({ event }) => event === 'waits')).toHaveLength(1)
    expect(events.find(({ event }) => event === 'survey sent')!.properties).toMatchObject({
      $survey_response_first: 'text of a',
      $survey_response_second: 'and more',
    })
  })
})
