import { describe, expect, it } from 'vitest'
import { createService } from '../../src/server/index'
import type { Survey } from '../../src/wire/survey'
import { createSurvey } from '../interface/surveyApi'
import { fakePage } from '../support/fakePage'
import { fakeRuntime } from '../support/fakeRuntime'
import { type Started, type StartOptions, startClient } from '../support/startClient'
import { npsSurvey, open, questions, survey } from '../support/surveys'

/** A visitor's page over a service with surveys; what is drawn is on a list. */
async function visit(options: StartOptions) {
  const looks = fakeRuntime()
  const started = startClient({ runtime: looks.runtime, ...options })
  await started.settle(1000)
  return { ...started, ...looks }
}

const eventsAbout = async ({ events }: Pick<Started, 'events'>) =>
  (await events()).filter(({ event }) => event.startsWith('survey '))

describe('surveys in a client that talks to the service', () => {
  it('a survey of the configuration opens by itself, and its answers arrive', async () => {
    const page = await visit({ service: { surveys: [npsSurvey()] } })
    expect(page.ids()).toEqual([npsSurvey().id])
    const { session } = page.shown[0]!
    session.answer(10)
    session.answer('No')
    session.answer('busy')
    await page.settle(2000)
    const stored = await eventsAbout(page)
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
    'a visitor who has answered %s is not asked again',
    async where => {
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
      if (where === 'elsewhere') {
        for (const key of [...first.browser.local.entries.keys()])
          if (/^(seenSurvey|earshot)/.test(key)) first.browser.local.entries.delete(key)
      }
      const next = await visit({ service, browser: first.browser })
      expect(next.ids()).toEqual([])
      expect((await next.client.explainSurvey(body.id))!.checks).toMatchObject({
        'already seen': where === 'elsewhere',
        'internal targeting flag': false,
      })
    },
  )

  it('a trigger of the page, and what the page captures itself', async () => {
    const given: Partial<Survey> = { conditions: { events: { values: [{ name: 'order paid' }] } } }
    const page = await visit({ service: { surveys: [survey(given), survey({ id: 's2', type: 'api' })] } })
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

  it('what holds for the whole project holds after later flags answers and on the next page, too', async () => {
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

  it('flags that come later do not make an old list of surveys a recent one', async () => {
    const list = [survey()]
    const service = createService({ now: () => Date.UTC(2026, 0, 5, 12), surveys: list })
    const first = await visit({ service })
    await first.settle(600_000)
    await first.client.shutdown()
    const { fetch } = service
    const config = { fetch: (() => new Promise(() => {})) as unknown as typeof fetch }
    const page = fakePage({ now: Date.UTC(2026, 0, 5, 12, 10) })
    expect((await visit({ config, page, browser: first.browser })).ids()).toEqual([])
  })

  it('that there was none on the page before says nothing of this one', async () => {
    const first = await visit({ service: { surveys: [] } })
    const config = { fetch: (() => new Promise(() => {})) as unknown as typeof fetch }
    const next = startClient({ config, browser: first.browser })
    const told: boolean[] = []
    next.client.onSurveysLoaded((_, { isLoaded }) => told.push(isLoaded))
    await next.settle()
    expect(told).toEqual([])
  })

  it('a list that is to be asked for is asked for once a page', async () => {
    const page = await visit({ service: { surveys: [survey()], config: { surveys: true } } })
    expect(page.ids()).toEqual(['s1'])
    page.client.identify('ann')
    await page.settle(1000)
    const paths = (await page.service.state.requests()).map(({ path }) => path)
    expect(paths.filter(path => /flags|api/.test(path))).toEqual(['/flags', '/api/surveys/', '/flags'])
  })

  it('an answer arrives, whatever storm of events the page makes', async () => {
    const config = { rate_limiting: { events_per_second: 1, events_burst_limit: 5 } }
    const page = await visit({ service: { surveys: [survey()] }, config })
    for (let event = 0; event < 20; event++) page.client.capture('storm')
    page.shown[0]!.session.answer('so')
    await page.settle(2000)
    expect((await eventsAbout(page)).map(({ event }) => event)).toEqual(['survey shown', 'survey sent'])
  })

  it('unfinished answers leave the device when the visitor opts out', async () => {
    const page = await visit({ service: { surveys: [survey({ questions: questions({}, {}) })] } })
    page.shown[0]!.session.answer('private')
    const stored = () => [...page.browser.local.entries.values()].join()
    expect(stored()).toContain('private')
    page.client.opt_out_capturing()
    expect(stored()).not.toContain('private')
  })

  it('a visitor who opts out sees none', async () => {
    const given = survey({ appearance: { surveyPopupDelaySeconds: 5 } })
    const page = await visit({ service: { surveys: [given] } })
    page.client.opt_out_capturing()
    await page.settle(10_000)
    expect(page.ids()).toEqual([])
  })

  it('one that is open goes when the visitor opts out, and goes on when they opt in again', async () => {
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
    expect((await eventsAbout(page)).map(({ event }) => event)).toEqual(['survey shown', 'survey sent'])
  })

  it('a crawler sees none, unless crawlers count as visitors', async () => {
    const facts = { webdriver: true }
    const options = { service: { surveys: [survey()] }, page: { browserInfo: facts } }
    const turnedAway = await visit(options)
    turnedAway.client.displaySurvey('s1')
    await turnedAway.settle(1000)
    expect(turnedAway.ids()).toEqual([])
    expect((await visit({ ...options, config: { opt_out_useragent_filter: true } })).ids()).toEqual(['s1'])
  })
})
