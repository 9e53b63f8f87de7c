import { describe, expect, it } from 'vitest'
import { createSurveys } from '../../../src/surveys/surveys'
import type { Survey } from '../../../src/wire/survey'
import { fakeHost, settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { questions, survey } from '../../support/surveys'
import { openTab, surveysOver } from '../../support/tab'

const delayed = (seconds: number, fields: Partial<Survey> = {}) =>
  survey({ ...fields, appearance: { surveyPopupDelaySeconds: seconds } })

describe('createDisplay: URL and selector conditions', () => {
  it('evaluates surveys again at each client-side navigation', async () => {
    const page = fakePage({ url: 'https://shop.test/cart' })
    const { host } = await openTab([survey({ conditions: { url: '/done' } })], { page })
    expect(host.ids()).toEqual([])
    page.navigate('/done')
    page.navigate('/cart')
    await settled()
    expect(host.ids()).toEqual([])
    page.navigate('/done')
    expect(host.ids()).toEqual(['s1'])
  })

  it.each(['pushState', 'replaceState', 'popstate', 'hashchange'] as const)(
    'hides a survey without an event at %s to another URL, and resumes it on return',
    async navigation => {
      const page = fakePage({ url: 'https://shop.test/here' })
      const exact = { url: 'https://shop.test/here', urlMatchType: 'exact' as const }
      const { host } = await openTab([survey({ questions: questions({}, {}), conditions: exact })], { page })
      host.shown[0]!.session.submit('one')
      page.navigate('/here#other', navigation)
      expect([host.ids(), host.names()]).toEqual([[], ['survey shown']])
      page.navigate('/here', navigation)
      expect(host.shown[0]!.session.state()).toMatchObject({ index: 1, answers: { a: 'one' } })
    },
  )

  it('keeps a survey open while the URL still matches', async () => {
    const page = fakePage({ url: 'https://shop.test/here' })
    const { host } = await openTab([survey({ conditions: { url: '/here' } })], { page })
    const { session } = host.shown[0]!
    page.navigate('/here/more#hash')
    expect(host.shown[0]!.session).toBe(session)
  })

  it('captures no second `survey shown` when a hidden survey opens again', async () => {
    const page = fakePage({ url: 'https://shop.test/here' })
    const { host } = await openTab(
      [survey({ conditions: { url: '/here', seenSurveyWaitPeriodInDays: 9 } })],
      { page },
    )
    page.navigate('/there')
    page.navigate('/here')
    expect([host.ids(), host.names()]).toEqual([['s1'], ['survey shown']])
    host.shown[0]!.session.dismiss()
    expect(host.names()).toEqual(['survey shown', 'survey dismissed'])
  })

  it('observes a selector only while the other conditions pass', async () => {
    const { host } = await openTab([survey({ conditions: { selector: '.x', url: '/here' } })])
    const idle = host.page.listeners()
    host.page.navigate('/here')
    expect(host.page.listeners()).toBe(idle + 1)
    host.page.setMatches('.x', true)
    await settled()
    expect(host.ids()).toEqual(['s1'])
    host.page.navigate('/there')
    expect(host.page.listeners()).toBe(idle)
  })

  it('evaluates nothing when an unrelated element changes', async () => {
    const { host } = await openTab([survey({ conditions: { selector: '.x' }, linked_flag_key: 'a' })], {
      flags: { a: true },
    })
    const before = host.exposures.length
    host.page.setMatches('.y', true)
    expect(host.exposures.length).toBe(before)
  })

  it('reports a survey with an invalid condition and shows the others', async () => {
    const broken = survey({ id: 'a', conditions: { url: '(', urlMatchType: 'regex' } })
    const unknown = survey({ id: 'b', conditions: { url: '/', urlMatchType: 'near' as never } })
    const { host } = await openTab([broken, unknown, survey({ id: 'c' })])
    expect(host.ids()).toEqual(['c'])
    expect(host.errors.map(({ detail }) => detail)).toEqual([{ id: 'a' }, { id: 'b' }])
  })
})

describe('createDisplay: dates and visibility', () => {
  it('starts and ends surveys at their dates', async () => {
    const page = fakePage({ now: Date.UTC(2026, 0, 5, 12) })
    const starts = '2026-01-05T13:00:00Z'
    const { host } = await openTab(
      [survey({ id: 'a', start_date: starts }), survey({ id: 'b', end_date: starts })],
      { page },
    )
    expect(host.ids()).toEqual(['b'])
    expect(page.timers()).toBe(1)
    host.shown[0]!.session.dismiss()
    page.advance(3_600_000)
    expect(host.ids()).toEqual(['a'])
    expect(page.timers()).toBe(0)
  })

  it('waits for a date that is further away than setTimeout can wait', async () => {
    const page = fakePage()
    const { host } = await openTab([survey({ start_date: '2027-01-01T00:00:00Z' })], { page })
    page.advance(2_147_483_647)
    expect([host.ids(), page.timers()]).toEqual([[], 1])
  })

  it('evaluates nothing while the page is hidden, and once when it becomes visible', async () => {
    const page = fakePage({ visible: false })
    const { host } = await openTab([survey({ conditions: { selector: '.x' } })], { page })
    page.navigate('/there')
    expect([page.selectorQueries(), host.ids()]).toEqual([0, []])
    page.setMatches('.x', true)
    page.setVisible(true)
    expect(page.selectorQueries()).toBe(1)
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('shows a survey whose delay ends while the page is hidden once the page is visible', async () => {
    const { host } = await openTab([delayed(3)])
    host.page.setVisible(false)
    host.page.advance(10_000)
    expect(host.ids()).toEqual([])
    host.page.setVisible(true)
    expect(host.ids()).toEqual(['s1'])
  })

  it('runs no timer when no survey waits for one', async () => {
    const { host } = await openTab([survey({ conditions: { url: '/other' } })])
    expect(host.page.timers()).toBe(0)
    host.page.advance(3_600_000)
    expect([host.ids(), host.page.timers()]).toEqual([[], 0])
  })
})

describe('createDisplay: flags', () => {
  it('shows a survey when its flag becomes known, without a reload', async () => {
    const list = [survey({ targeting_flag_key: 'beta' })]
    const { host, surveys } = await openTab(list, { flagsLoaded: false })
    expect(host.ids()).toEqual([])
    host.set({ flags: { beta: true }, flagsLoaded: true })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('shows a survey without flags before flags are loaded', async () => {
    const { host } = await openTab([survey()], { flagsLoaded: false })
    expect(host.ids()).toEqual(['s1'])
  })

  it('waits for loaded flags when a survey has an iteration', async () => {
    const list = [survey({ internal_targeting_flag_key: 'in', current_iteration: 1 })]
    const { host, surveys } = await openTab(list, { flags: { in: true }, flagsLoaded: false })
    expect(host.ids()).toEqual([])
    host.set({ flagsLoaded: true })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('counts no exposure for flags that the service made for surveys', async () => {
    const flags = { 'survey-targeting-x': true, 'my-survey-targeting-x': true }
    const flagged = survey({
      targeting_flag_key: 'survey-targeting-x',
      linked_flag_key: 'my-survey-targeting-x',
    })
    const { host } = await openTab([flagged], { flags })
    expect(new Set(host.exposures)).toEqual(new Set(['my-survey-targeting-x']))
  })
})

describe('surveyRuntime', () => {
  it('is not loaded while no survey can open', async () => {
    const { host } = await openTab([
      survey({ conditions: { url: '/other' } }),
      survey({ id: 'b', type: 'api' }),
    ])
    expect(host.calls.loadRuntime).toBe(0)
  })

  it('is loaded while a delay is running', async () => {
    const { host } = await openTab([delayed(60)])
    expect(host.calls.loadRuntime).toBe(1)
  })

  it('is loaded again after a failure, with growing pauses', async () => {
    const host = fakeHost()
    const failure = new Error('blocked')
    host.answerRuntime(failure, failure, 'loaded')
    const surveys = createSurveys(host)
    surveys.receive([survey()])
    await settled()
    host.page.navigate('/again')
    await settled()
    expect([host.calls.loadRuntime, host.errors]).toEqual([
      1,
      [{ reason: 'survey_ui_failed', detail: failure }],
    ])
    const later = async (ms: number) => {
      host.page.advance(ms)
      host.page.navigate('/again')
      await settled()
      return host.calls.loadRuntime
    }
    expect([await later(2_000), await later(3_999), await later(1)]).toEqual([2, 2, 3])
    expect([host.ids(), host.page.timers()]).toEqual([['s1'], 0])
  })

  it('is loaded again after a failure on a page where nothing happens (R40, D-802)', async () => {
    const host = fakeHost()
    host.answerRuntime(new Error('blocked'), 'loaded')
    const surveys = createSurveys(host)
    surveys.receive([survey()])
    await settled()
    host.page.advance(2_000)
    await settled()
    expect([host.calls.loadRuntime, host.ids(), host.page.timers()]).toEqual([2, ['s1'], 0])
  })

  it('is loaded at once when the network is back after a long pause (D-802)', async () => {
    const host = fakeHost()
    const isOffline = Array.from({ length: 9 }, () => new Error('offline'))
    host.answerRuntime(...isOffline, 'loaded')
    const surveys = createSurveys(host)
    surveys.receive([survey()])
    for (let minute = 0; minute < 10; minute++) {
      await settled()
      host.page.advance(60_000)
    }
    await settled()
    const tries = host.calls.loadRuntime
    host.page.isOnline = () => true
    host.page.emit('online')
    await settled()
    expect(host.calls.loadRuntime).toBe(tries + 1)
  })

  it('is not loaded again after surveys have stopped', async () => {
    const host = fakeHost()
    host.answerRuntime(new Error('blocked'))
    const surveys = createSurveys(host)
    surveys.receive([survey()])
    await settled()
    surveys.stop()
    expect(host.page.timers()).toBe(0)
  })

  it('blocks a survey that it fails to draw, and shows the others', async () => {
    const host = fakeHost()
    let tries = 0
    const load = host.loadRuntime
    host.loadRuntime = async () => {
      const runtime = await load()
      return {
        ...runtime,
        show(definition, surveyHost, options) {
          if (definition.id !== 'a') return runtime.show(definition, surveyHost, options)
          tries++
          throw new Error('cannot')
        },
      }
    }
    const surveys = createSurveys(host)
    surveys.receive([survey({ id: 'a' }), survey({ id: 'b' })])
    await settled()
    host.page.navigate('/again')
    expect([host.ids(), tries, host.errors.length]).toEqual([['b'], 1, 1])
  })

  it('removes a survey when a listener of survey:shown resets the client', async () => {
    const { host, surveys } = await openTab([])
    const signal = host.emit
    host.emit = (name, detail) => {
      signal(name, detail)
      host.emit = signal
      surveys.reset()
    }
    surveys.receive([survey()])
    await settled()
    expect([host.ids(), host.emitted.map(({ name }) => name)]).toEqual([
      ['s1'],
      ['survey:shown', 'survey:closed', 'survey:shown'],
    ])
  })

  it('is loaded when surveys are enabled', async () => {
    const { host, surveys } = await openTab([survey()], { settings: { disable_surveys: true } })
    expect([host.ids(), host.calls.loadRuntime]).toEqual([[], 0])
    host.set({ settings: { disable_surveys: false } })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('shows nothing once surveys are disabled', async () => {
    const { host, surveys } = await openTab([
      delayed(3),
      survey({ id: 'b', type: 'widget', appearance: { widgetType: 'tab' } }),
    ])
    host.set({ settings: { disable_surveys: true } })
    surveys.onFlags()
    host.page.advance(5_000)
    expect([host.ids(), host.tabs()]).toEqual([[], []])
  })

  it('is not loaded when nothing may be captured or displayed automatically', async () => {
    const silent = await openTab([survey()], { settings: { disable_surveys_automatic_display: true } })
    expect(silent.host.calls.loadRuntime).toBe(0)
    const host = fakeHost()
    host.set({ blockedBy: 'consent' })
    const surveys = createSurveys(host)
    surveys.receive([survey()])
    await settled()
    expect(host.calls.loadRuntime).toBe(0)
    host.set({ blockedBy: false })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })
})

describe('createDisplay: blocked styles', () => {
  it('tries to draw a survey once a page when its styles are blocked (R18)', async () => {
    const host = fakeHost()
    const load = host.loadRuntime
    let tries = 0
    host.loadRuntime = async () => {
      const runtime = await load()
      return {
        ...runtime,
        show(survey, _, options) {
          const shown = runtime.show(survey, host, { ...options, skipShownEvent: true })
          if (++tries > 100) throw new Error('it never ends')
          options.onBlocked?.()
          shown.session.hide()
          return shown
        },
      }
    }
    const surveys = surveysOver(host)
    host.onCapture(surveys.onCaptured)
    surveys.receive([survey(), survey({ id: 'b' }), survey({ id: 'c', schedule: 'always' })])
    await settled()
    host.page.advance(60_000)
    host.captureFromPage('anything')
    surveys.onFlags()
    await settled()
    expect([tries, host.ids()]).toEqual([1, []])
  })
})
