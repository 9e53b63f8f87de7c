import { describe, expect, it } from 'vitest'
import { createService } from '../../src/server/index'
import type { Survey } from '../../src/wire/survey'
import { createSurvey } from '../interface/surveyApi'
import { fakePage } from '../support/fakePage'
import { fakeRuntime } from '../support/fakeRuntime'
import { type Started, type StartOptions, startClient } from '../support/startClient'
import { npsSurvey, open, questions, survey } from '../support/surveys'

/** Starts a client on a page. The surveys it shows are in `shown`. */
async function visit(options: StartOptions) {
  const { runtime, ...display } = fakeRuntime()
  const started = startClient({ runtime, ...options })
  await started.settle(1000)
  return { ...started, ...display }
}

const surveyEvents = async ({ events }: Pick<Started, 'events'>) =>
  (await events()).filter(({ event }) => event.startsWith('survey '))

describe('client with surveys', () => {
  it('shows a survey of the configuration and sends its answers', async () => {
    const page = await visit({ service: { surveys: [npsSurvey()] } })
    expect(page.ids()).toEqual([npsSurvey().id])
    const { session } = page.shown[0]!
    session.answer(10)
    session.answer('No')
    session.answer('busy')
    await page.settle(2000)
    const stored = await surveyEvents(page)
    expect(stored.map(({ event }) => event)).toEqual([
      'survey shown',
      'survey sent',
      'survey sent',
      'survey sent',
    ])
    expect(stored[3]!.properties).toMatchObject({
      $survey_completed: true,
      $survey_response_recommend: 10,
      $survey_response_review: 'No',
      '$survey_response_why-not': 'busy',
    })
    expect(page.errors).toEqual([])
  })

  it.each(['on this device', 'elsewhere'])(
    'shows no survey when the visitor has answered it %s',
    async place => {
      const service = createService({ now: () => Date.UTC(2026, 0, 5, 12) })
      const { body } = await createSurvey(service, {
        questions: [open()],
        start_date: '2026-01-01T00:00:00Z',
      })
      const first = await visit({
        service,
        config: { bootstrap: { distinctID: 'ann', isIdentifiedID: true } },
      })
      expect(first.ids()).toEqual([body.id])
      first.shown[0]!.session.answer('because')
      await first.settle(5000)
      await first.client.shutdown()
      if (place === 'elsewhere') {
        for (const key of [...first.browser.local.entries.keys()])
          if (/^(seenSurvey|earshot)/.test(key)) first.browser.local.entries.delete(key)
      }
      const next = await visit({ service, browser: first.browser })
      expect(next.ids()).toEqual([])
      expect((await next.client.explainSurvey(body.id))!.checks).toMatchObject({
        'already seen': place === 'elsewhere',
        'internal targeting flag': false,
      })
    },
  )

  it('shows a survey when its trigger event is captured, and marks one that the page captures as seen', async () => {
    const triggered: Partial<Survey> = { conditions: { events: { values: [{ name: 'order paid' }] } } }
    const page = await visit({ service: { surveys: [survey(triggered), survey({ id: 's2', type: 'api' })] } })
    expect(page.ids()).toEqual([])
    page.client.capture('order paid')
    await page.settle()
    expect(page.ids()).toEqual(['s1'])
    page.client.capture('survey sent', {
      $survey_id: 's2',
      $survey_response_why: 'ok',
      $survey_questions: [],
    })
    expect(page.client.canRenderSurvey('s2')).toEqual({ visible: false, disabledReason: 'already seen' })
  })

  it('applies the project-wide waiting period after later flags responses and on the next page', async () => {
    const service = createService({
      now: () => Date.UTC(2026, 0, 5, 12),
      surveys: [survey({ id: 'a' }), survey({ id: 'b' })],
      config: { survey_config: { seenSurveyWaitPeriodInDays: 30 } },
    })
    const first = await visit({ service })
    expect(first.ids()).toEqual(['a'])
    first.shown[0]!.session.dismiss()
    first.client.identify('ann')
    await first.settle(1000)
    expect(first.ids()).toEqual([])
    await first.client.shutdown()
    const next = await visit({ service, browser: first.browser })
    expect(next.ids()).toEqual([])
    next.browser.local.entries.delete('lastSeenSurveyDate')
    expect((await visit({ service, browser: first.browser })).ids()).toEqual(['b'])
  })

  it('shows no survey of an old stored list when later flags responses had renewed only the flags', async () => {
    const list = [survey()]
    const service = createService({ now: () => Date.UTC(2026, 0, 5, 12), surveys: list })
    const first = await visit({ service, config: { remote_config_refresh_interval_ms: 0 } })
    await first.settle(600_000)
    first.client.reloadFeatureFlags()
    await first.settle(100)
    await first.client.shutdown()
    const { fetch } = service
    const config = { fetch: (() => new Promise(() => {})) as unknown as typeof fetch }
    const page = fakePage({ now: Date.UTC(2026, 0, 5, 12, 10) })
    expect((await visit({ config, page, browser: first.browser })).ids()).toEqual([])
  })

  it('calls no onSurveysLoaded callback when only the previous page had an empty list', async () => {
    const first = await visit({ service: { surveys: [] } })
    const config = { fetch: (() => new Promise(() => {})) as unknown as typeof fetch }
    const next = startClient({ config, browser: first.browser })
    const results: boolean[] = []
    next.client.onSurveysLoaded((_, { isLoaded }) => results.push(isLoaded))
    await next.settle()
    expect(results).toEqual([])
  })

  it('requests the list once a page when the configuration has true', async () => {
    const page = await visit({ service: { surveys: [survey()], config: { surveys: true } } })
    expect(page.ids()).toEqual(['s1'])
    page.client.identify('ann')
    await page.settle(1000)
    const paths = (await page.service.state.requests()).map(({ path }) => path)
    expect(paths.filter(path => /flags|api/.test(path))).toEqual(['/flags', '/api/surveys/', '/flags'])
  })

  it('sends an answer when the page exceeds the rate limit', async () => {
    const config = { rate_limiting: { events_per_second: 1, events_burst_limit: 5 } }
    const page = await visit({ service: { surveys: [survey()] }, config })
    for (let event = 0; event < 20; event++) page.client.capture('storm')
    page.shown[0]!.session.answer('so')
    await page.settle(2000)
    expect((await surveyEvents(page)).map(({ event }) => event)).toEqual(['survey shown', 'survey sent'])
  })

  it('removes unfinished answers from storage when the visitor opts out', async () => {
    const page = await visit({ service: { surveys: [survey({ questions: questions({}, {}) })] } })
    page.shown[0]!.session.answer('private')
    const stored = () => [...page.browser.local.entries.values()].join()
    expect(stored()).toContain('private')
    page.client.opt_out_capturing()
    expect(stored()).not.toContain('private')
  })

  it('shows no survey when the visitor has opted out', async () => {
    const delayed = survey({ appearance: { surveyPopupDelaySeconds: 5 } })
    const page = await visit({ service: { surveys: [delayed] } })
    page.client.opt_out_capturing()
    await page.settle(10_000)
    expect(page.ids()).toEqual([])
  })

  it('closes an open survey when the visitor opts out, and resumes it when they opt in', async () => {
    const page = await visit({ service: { surveys: [survey({ questions: questions({}, {}) })] } })
    page.shown[0]!.session.submit('one')
    const before = page.shown[0]!.session.state()
    page.client.opt_out_capturing()
    expect(page.ids()).toEqual([])
    page.client.opt_in_capturing({ captureEventName: false })
    await page.settle(2000)
    expect(page.shown[0]!.session.state()).toMatchObject({ index: 1, submissionId: before.submissionId })
    page.shown[0]!.session.submit('two')
    await page.settle(2000)
    expect((await surveyEvents(page)).map(({ event }) => event)).toEqual(['survey shown', 'survey sent'])
  })

  it('shows a crawler no survey unless opt_out_useragent_filter is on', async () => {
    const browserInfo = { webdriver: true }
    const options = { service: { surveys: [survey()] }, page: { browserInfo } }
    const crawler = await visit(options)
    crawler.client.displaySurvey('s1')
    await crawler.settle(1000)
    expect(crawler.ids()).toEqual([])
    expect(crawler.errors).toContainEqual(
      expect.objectContaining({ reason: 'survey_not_displayed', detail: { id: 's1', reason: 'bot' } }),
    )
    expect((await crawler.client.explainSurvey('s1'))!.found.blockedBy).toBe('bot')
    expect((await visit({ ...options, config: { opt_out_useragent_filter: true } })).ids()).toEqual(['s1'])
  })
})
