import { describe, expect, it } from 'vitest'
import type { Survey } from '../../../src/wire/survey'
import { fakeHost, settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { questions, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const delayed = (seconds: number, given: Partial<Survey> = {}) =>
  survey({ ...given, appearance: { surveyPopupDelaySeconds: seconds } })

describe('one popover at a time', () => {
  it('the first of the list, until it closes; then the next, untouched', async () => {
    const { host } = await openTab([survey({ id: 'a' }), survey({ id: 'b' })])
    expect(host.ids()).toEqual(['a'])
    host.page.navigate('/again')
    expect(host.ids()).toEqual(['a'])
    host.shown[0]!.session.submit('text')
    expect(host.ids()).toEqual(['b'])
    expect(host.events.map(({ event, properties }) => `${event} ${properties.$survey_id}`)).toEqual([
      'survey shown a',
      'survey sent a',
      'survey shown b',
    ])
  })

  it('unfinished ones first, then the least delay, always ones last', async () => {
    const list = [
      survey({ id: 'always', schedule: 'always' }),
      delayed(5, { id: 'five' }),
      delayed(2, { id: 'two' }),
      delayed(9, { id: 'unfinished', questions: questions({}, {}) }),
    ]
    const host = fakeHost()
    const record = {
      surveySubmissionId: 'run',
      responses: {},
      lastQuestionIndex: 1,
      savedAt: host.page.now(),
    }
    host.store.write('inProgressSurvey_unfinished', JSON.stringify(record))
    // Something in the way while all the delays run out.
    const order: string[] = []
    await openTab([survey({ id: 'first', schedule: 'once' }), ...list], {
      page: host.page,
      store: host.store,
    }).then(async ({ host: tab }) => {
      tab.page.advance(10_000)
      while (tab.shown.length > 0) {
        order.push(tab.ids()[0]!)
        tab.shown[0]!.session.dismiss()
        if (order.length > 5) break
      }
    })
    expect(order).toEqual(['first', 'unfinished', 'two', 'five', 'always'])
  })

  it('a delay does not keep others waiting', async () => {
    const { host } = await openTab([
      delayed(60, { id: 'slow' }),
      survey({ id: 'late', conditions: { url: '/late' } }),
    ])
    host.page.advance(10_000)
    host.page.navigate('/late')
    expect(host.ids()).toEqual(['late'])
    host.page.advance(50_000)
    expect(host.ids()).toEqual(['late'])
    host.shown[0]!.session.dismiss()
    expect(host.ids()).toEqual(['slow'])
  })

  it.each(['dismiss', 'submit'] as const)(
    'an always one does not pop up again at once after %s, but when it matches anew',
    async how => {
      const page = fakePage({ url: 'https://shop.test/here' })
      const { host } = await openTab([survey({ schedule: 'always', conditions: { url: '/here' } })], { page })
      host.shown[0]!.session[how]('text')
      page.navigate('/here/still')
      expect(host.ids()).toEqual([])
      page.navigate('/there')
      page.navigate('/here')
      expect(host.ids()).toEqual(['s1'])
    },
  )

  it('so many in a session, as the setting says', async () => {
    const list = ['a', 'b', 'c'].map(id => survey({ id }))
    const { host, surveys } = await openTab(list, { settings: { max_surveys_per_session: 1 } })
    host.shown[0]!.session.dismiss()
    expect(host.ids()).toEqual([])
    const next = await openTab(list, {
      store: host.store,
      page: host.page,
      settings: { max_surveys_per_session: 1 },
    })
    expect(next.host.ids()).toEqual([])
    next.host.set({ sessionId: 'session-2' })
    next.surveys.onSession('session-2')
    expect(next.host.ids()).toEqual(['b'])
    surveys.stop()
  })

  it('a survey that goes on does not count against that', async () => {
    const list = [survey({ questions: questions({}, {}), conditions: { url: '/here' } })]
    const page = fakePage({ url: 'https://shop.test/here' })
    const { host } = await openTab(list, { page, settings: { max_surveys_per_session: 1 } })
    page.navigate('/there')
    page.navigate('/here')
    expect(host.ids()).toEqual(['s1'])
  })
})

describe('delays', () => {
  it('a survey shows after its delay, not before', async () => {
    const { host } = await openTab([delayed(3)])
    host.page.advance(2_999)
    expect(host.ids()).toEqual([])
    host.page.advance(1)
    expect(host.ids()).toEqual(['s1'])
  })

  it('not when the page has been left; coming back begins a new delay', async () => {
    const page = fakePage({ url: 'https://shop.test/search' })
    const { host } = await openTab([delayed(3, { conditions: { url: '/search' } })], { page })
    page.advance(1_000)
    page.navigate('/checkout')
    page.advance(4_000)
    expect([host.ids(), host.events]).toEqual([[], []])
    page.navigate('/search')
    page.advance(2_999)
    expect(host.ids()).toEqual([])
    page.advance(1)
    expect(host.ids()).toEqual(['s1'])
  })

  it('not when its flag has gone off meanwhile', async () => {
    const { host, surveys } = await openTab([delayed(3, { linked_flag_key: 'a' })], { flags: { a: true } })
    host.set({ flags: { a: false } })
    surveys.onFlags()
    host.page.advance(5_000)
    expect(host.ids()).toEqual([])
    expect(host.page.timers()).toBe(0)
  })

  it('cancelPendingSurvey ends a delay until the page has changed, and closes nothing', async () => {
    const { host, surveys } = await openTab([delayed(3, { conditions: { url: '/here' } })], {
      page: fakePage({ url: 'https://shop.test/here' }),
    })
    surveys.cancelPendingSurvey('s1')
    host.page.advance(5_000)
    expect(host.ids()).toEqual([])
    host.page.navigate('/there')
    host.page.navigate('/here')
    host.page.advance(3_000)
    expect(host.ids()).toEqual(['s1'])
    surveys.cancelPendingSurvey('s1')
    expect(host.ids()).toEqual(['s1'])
  })
})

describe('places', () => {
  it('client-side navigation decides anew, and leaves nothing waiting behind', async () => {
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
    '%s to another address hides a survey without an event, and its way back shows it where it was',
    async how => {
      const page = fakePage({ url: 'https://shop.test/here' })
      const exact = { url: 'https://shop.test/here', urlMatchType: 'exact' as const }
      const { host } = await openTab([survey({ questions: questions({}, {}), conditions: exact })], { page })
      host.shown[0]!.session.submit('one')
      page.navigate('/here#other', how)
      expect([host.ids(), host.names()]).toEqual([[], ['survey shown']])
      page.navigate('/here', how)
      expect(host.shown[0]!.session.state()).toMatchObject({ index: 1, answers: { a: 'one' } })
    },
  )

  it('stays while the address still matches', async () => {
    const page = fakePage({ url: 'https://shop.test/here' })
    const { host } = await openTab([survey({ conditions: { url: '/here' } })], { page })
    const { session } = host.shown[0]!
    page.navigate('/here/more#hash')
    expect(host.shown[0]!.session).toBe(session)
  })

  it('showing it again is no second "shown", answered or not', async () => {
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

  it('a selector is watched for, and only while it matters', async () => {
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

  it('other changes of the document decide nothing', async () => {
    const { host } = await openTab([survey({ conditions: { selector: '.x' }, linked_flag_key: 'a' })], {
      flags: { a: true },
    })
    const before = host.exposures.length
    host.page.setMatches('.y', true)
    expect(host.exposures.length).toBe(before)
  })

  it('a broken condition keeps its own survey back, and no other', async () => {
    const broken = survey({ id: 'a', conditions: { url: '(', urlMatchType: 'regex' } })
    const unknown = survey({ id: 'b', conditions: { url: '/', urlMatchType: 'near' as never } })
    const { host } = await openTab([broken, unknown, survey({ id: 'c' })])
    expect(host.ids()).toEqual(['c'])
    expect(host.errors.map(({ detail }) => detail)).toEqual([{ id: 'a' }, { id: 'b' }])
  })
})

describe('moments', () => {
  it('a survey begins and ends by itself, at its dates', async () => {
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

  it('a date in years does not come at once', async () => {
    const page = fakePage()
    const { host } = await openTab([survey({ start_date: '2027-01-01T00:00:00Z' })], { page })
    page.advance(2_147_483_647)
    expect([host.ids(), page.timers()]).toEqual([[], 1])
  })

  it('nothing is decided while the page is hidden, and once when it comes back', async () => {
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

  it('a delay that ends while the page is hidden waits for the visitor', async () => {
    const { host } = await openTab([delayed(3)])
    host.page.setVisible(false)
    host.page.advance(10_000)
    expect(host.ids()).toEqual([])
    host.page.setVisible(true)
    expect(host.ids()).toEqual(['s1'])
  })

  it('nothing runs while nothing happens', async () => {
    const { host } = await openTab([survey({ conditions: { url: '/other' } })])
    expect(host.page.timers()).toBe(0)
    host.page.advance(3_600_000)
    expect([host.ids(), host.page.timers()]).toEqual([[], 0])
  })
})

describe('flags', () => {
  it('a survey waits until its flag is known, and then shows without a reload', async () => {
    const given = [survey({ targeting_flag_key: 'beta' })]
    const { host, surveys } = await openTab(given, { flagsLoaded: false })
    expect(host.ids()).toEqual([])
    host.set({ flags: { beta: true }, flagsLoaded: true })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('a survey without flags does not wait for them', async () => {
    const { host } = await openTab([survey()], { flagsLoaded: false })
    expect(host.ids()).toEqual(['s1'])
  })

  it('an iteration does not trust a stored flag', async () => {
    const given = [survey({ internal_targeting_flag_key: 'in', current_iteration: 1 })]
    const { host, surveys } = await openTab(given, { flags: { in: true }, flagsLoaded: false })
    expect(host.ids()).toEqual([])
    host.set({ flagsLoaded: true })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('flags that the service made for surveys are no exposure, others are', async () => {
    const flags = { 'survey-targeting-x': true, 'my-survey-targeting-x': true }
    const given = survey({
      targeting_flag_key: 'survey-targeting-x',
      linked_flag_key: 'my-survey-targeting-x',
    })
    const { host } = await openTab([given], { flags })
    expect(new Set(host.exposures)).toEqual(new Set(['my-survey-targeting-x']))
  })
})

describe('what draws surveys', () => {
  it('is not fetched while nothing is to be drawn', async () => {
    const { host } = await openTab([
      survey({ conditions: { url: '/other' } }),
      survey({ id: 'b', type: 'api' }),
    ])
    expect(host.calls.loadRuntime).toBe(0)
  })

  it('is fetched while a delay runs', async () => {
    const { host } = await openTab([delayed(60)])
    expect(host.calls.loadRuntime).toBe(1)
  })

  it('is fetched again after a failure, with growing pauses, and harms nothing', async () => {
    const host = fakeHost()
    const failure = new Error('blocked')
    host.answerRuntime(failure, failure, 'loaded')
    const { createSurveys } = await import('../../../src/surveys/surveys')
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

  it('that throws for one survey leaves the others alone, and is not asked for that one again', async () => {
    const host = fakeHost()
    let tries = 0
    const load = host.loadRuntime
    host.loadRuntime = async () => {
      const runtime = await load()
      return {
        ...runtime,
        show(given, to, options) {
          if (given.id !== 'a') return runtime.show(given, to, options)
          tries++
          throw new Error('cannot')
        },
      }
    }
    const { createSurveys } = await import('../../../src/surveys/surveys')
    const surveys = createSurveys(host)
    surveys.receive([survey({ id: 'a' }), survey({ id: 'b' })])
    await settled()
    host.page.navigate('/again')
    expect([host.ids(), tries, host.errors.length]).toEqual([['b'], 1, 1])
  })

  it('takes a survey back whose display made the page reset', async () => {
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

  it('is used once surveys are switched on', async () => {
    const { host, surveys } = await openTab([survey()], { settings: { disable_surveys: true } })
    expect([host.ids(), host.calls.loadRuntime]).toEqual([[], 0])
    host.set({ settings: { disable_surveys: false } })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('is not used any more once surveys are switched off', async () => {
    const { host, surveys } = await openTab([
      delayed(3),
      survey({ id: 'b', type: 'widget', appearance: { widgetType: 'tab' } }),
    ])
    host.set({ settings: { disable_surveys: true } })
    surveys.onFlags()
    host.page.advance(5_000)
    expect([host.ids(), host.tabs()]).toEqual([[], []])
  })

  it('is not fetched where nothing may be captured or shown by itself', async () => {
    const quiet = await openTab([survey()], { settings: { disable_surveys_automatic_display: true } })
    expect(quiet.host.calls.loadRuntime).toBe(0)
    const host = fakeHost()
    host.set({ canCapture: false })
    const { createSurveys } = await import('../../../src/surveys/surveys')
    const surveys = createSurveys(host)
    surveys.receive([survey()])
    await settled()
    expect(host.calls.loadRuntime).toBe(0)
    host.set({ canCapture: true })
    surveys.onFlags()
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })
})
