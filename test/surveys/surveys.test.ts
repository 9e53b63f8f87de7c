import { describe, expect, it } from 'vitest'
import type { Survey } from '../../src/wire/survey'
import { settled } from '../support/fakeHost'
import { fakePage } from '../support/fakePage'
import { fakeStorage } from '../support/fakeStore'
import { npsSurvey, questions, survey } from '../support/surveys'
import { openTab } from '../support/tab'

const ids = (surveys: { id: string }[]) => surveys.map(({ id }) => id)

describe('what is remembered', () => {
  it.each<[string, Partial<Survey>, 'dismiss' | 'send' | 'ignore', string[]]>([
    ['ignored, it comes back', {}, 'ignore', ['s1']],
    ['dismissed, it does not', {}, 'dismiss', []],
    ['answered, it does not', {}, 'send', []],
    [
      'ignored, with a waiting period, it waits',
      { conditions: { seenSurveyWaitPeriodInDays: 10 } },
      'ignore',
      [],
    ],
    ['always, dismissed, it comes back', { schedule: 'always' }, 'dismiss', ['s1']],
    ['always, answered, it comes back', { schedule: 'always' }, 'send', ['s1']],
  ])('%s on the next page', async (_, given, how, expected) => {
    const first = await openTab([survey(given)])
    if (how === 'dismiss') first.host.shown[0]!.session.dismiss()
    if (how === 'send') first.host.shown[0]!.session.submit('text')
    first.surveys.stop()
    const next = await openTab([survey(given)], { store: first.host.store })
    expect(next.host.ids()).toEqual(expected)
  })

  it('the date of the last survey seen is that of this one', async () => {
    const { host } = await openTab([survey()])
    expect(host.store.read('lastSeenSurveyDate')).toBe(host.page.isoTimestamp())
  })

  it.each<[string, string, string[]]>([
    ['of five minutes ago blocks', new Date(fakePage().now() - 300_000).toISOString(), []],
    ['that is no date does not', 'not a date', ['s1']],
    ['of a year ahead does not', new Date(fakePage().now() + 365 * 86_400_000).toISOString(), ['s1']],
  ])('a stored date of the last survey seen %s', async (_, lastSeenSurveyDate, expected) => {
    const { host } = await openTab([survey({ conditions: { seenSurveyWaitPeriodInDays: 1 } })], {
      store: fakeStorage({ lastSeenSurveyDate }).open(),
    })
    expect(host.ids()).toEqual(expected)
  })

  it('an unfinished survey is neither seen nor waiting', async () => {
    const given = npsSurvey({ conditions: { seenSurveyWaitPeriodInDays: 30 } })
    const first = await openTab([given])
    first.host.shown[0]!.session.answer(10)
    first.surveys.stop()
    const next = await openTab([given], { store: first.host.store, flags: {} })
    expect(next.host.shown[0]!.session.state()).toMatchObject({ index: 3, path: [0] })
    expect(next.host.names()).toEqual([])
  })

  it('an unfinished survey of last year is no reason to show it', async () => {
    const list = [survey({ questions: questions({}, {}), internal_targeting_flag_key: 'in' })]
    const first = await openTab(list, { flags: { in: true } })
    first.host.shown[0]!.session.submit('one')
    first.surveys.stop()
    first.host.page.advance(8 * 86_400_000)
    const next = await openTab(list, { page: first.host.page, store: first.host.store, flags: { in: false } })
    expect(next.host.ids()).toEqual([])
  })

  it.each(['survey sent', 'survey dismissed'])('a "%s" that the page captures itself counts', async event => {
    const { host, surveys } = await openTab([survey({ type: 'api' })])
    host.captureFromPage(event, { $survey_id: 's1', $survey_response_why: 'ok' })
    let matching: unknown
    surveys.getActiveMatchingSurveys(list => {
      matching = list
    })
    expect([matching, host.store.read('seenSurvey_s1')]).toEqual([[], 'true'])
  })

  it('a "survey shown" that the page captures itself begins the waiting of others', async () => {
    const { host, surveys } = await openTab([
      survey({ type: 'api', conditions: { seenSurveyWaitPeriodInDays: 1 } }),
    ])
    host.captureFromPage('survey shown', { $survey_id: 'other' })
    expect(surveys.canRenderSurvey('s1')).toEqual({ visible: false, disabledReason: 'waiting period' })
  })

  it('the mark is there before flags are asked for again', async () => {
    const { host } = await openTab([survey()])
    let mark: unknown
    host.reloadFlags = () => {
      mark = host.store.read('seenSurvey_s1')
    }
    host.shown[0]!.session.submit('text')
    expect([mark, host.ids()]).toEqual(['true', []])
  })

  it('with no storage at all, a survey is shown, answered, and not shown again on this page', async () => {
    const storage = fakeStorage()
    storage.setWorking(false)
    const { host } = await openTab([survey({ conditions: { seenSurveyWaitPeriodInDays: 1 } })], {
      store: storage.open(),
    })
    host.shown[0]!.session.submit('text')
    host.page.navigate('/next')
    expect([host.ids(), host.names()]).toEqual([[], ['survey shown', 'survey sent']])
  })

  it('an event that the page holds back marks the survey all the same', async () => {
    const { host } = await openTab([survey()])
    host.onCapture(() => {})
    host.shown[0]!.session.dismiss()
    host.page.navigate('/next')
    expect(host.ids()).toEqual([])
  })

  it('reset forgets it all, and closes what is open without a word', async () => {
    const { host, surveys } = await openTab([
      survey({ id: 'a' }),
      survey({ id: 'b', questions: questions({}, {}) }),
    ])
    host.shown[0]!.session.dismiss()
    host.shown[0]!.session.submit('one')
    const before = host.names().length
    surveys.reset()
    expect(host.names().slice(before)).toEqual(['survey shown'])
    expect(host.ids()).toEqual(['a'])
    expect(host.store.keys('inProgressSurvey_')).toEqual([])
    expect(host.store.keys('seenSurvey_')).toEqual([])
  })

  it('reset forgets triggers', async () => {
    const given = survey({
      conditions: { events: { values: [{ name: 'paid' }] } },
      appearance: { surveyPopupDelaySeconds: 3 },
    })
    const { host, surveys } = await openTab([given])
    host.captureFromPage('paid')
    await settled()
    surveys.reset()
    host.page.advance(9_000)
    expect([host.ids(), host.store.keys('surveyTrigger_')]).toEqual([[], []])
  })

  it('markSurveyAsSeen is for pages that draw surveys themselves', async () => {
    const { host, surveys } = await openTab([survey({ type: 'api', current_iteration: 2 })])
    surveys.markSurveyAsSeen('s1')
    expect([host.store.keys('seenSurvey_'), host.store.read('lastSeenSurveyDate')]).toEqual([
      ['seenSurvey_s1_2'],
      host.page.isoTimestamp(),
    ])
    surveys.markSurveyAsSeen('s1', { iteration: 3 })
    expect(host.store.keys('seenSurvey_')).toEqual(['seenSurvey_s1_2', 'seenSurvey_s1_3'])
  })
})

describe('several tabs', () => {
  it.each(['dismiss', 'submit'] as const)(
    '%s in one closes the survey in the others, without an event of theirs',
    async how => {
      const storage = fakeStorage()
      const one = await openTab([survey(), survey({ id: 'b', type: 'widget' })], { store: storage.open() })
      const two = await openTab([survey()], { store: storage.open() })
      expect([one.host.ids(), two.host.ids()]).toEqual([['s1'], ['s1']])
      one.host.shown[0]!.session[how]('text')
      expect([one.host.ids(), two.host.ids(), two.host.names()]).toEqual([[], [], ['survey shown']])
      two.host.page.navigate('/next')
      expect(two.host.ids()).toEqual([])
    },
  )

  it('a run that goes on in one is not taken up in the others, and its end closes it where it was reopened', async () => {
    const storage = fakeStorage()
    const given = [survey({ questions: questions({}, {}), enable_partial_responses: true })]
    const one = await openTab(given, { store: storage.open() })
    const two = await openTab(given, { store: storage.open() })
    one.host.shown[0]!.session.submit('one')
    two.host.page.navigate('/next')
    expect([one.host.ids(), two.host.ids()]).toEqual([['s1'], []])
    const three = await openTab(given, { store: storage.open() })
    expect(three.host.shown[0]!.session.state().index).toBe(1)
    one.host.shown[0]!.session.submit('two')
    expect([one.host.ids(), three.host.ids(), three.host.names()]).toEqual([[], [], []])
  })

  it('a reset in one is none in the others', async () => {
    const storage = fakeStorage({ seenSurvey_s1: 'true' })
    const one = await openTab([], { store: storage.open() })
    const two = await openTab([survey({ id: 'b' })], { store: storage.open() })
    one.surveys.reset()
    expect(two.host.ids()).toEqual(['b'])
  })
})

describe('the functions of the page', () => {
  it('getActiveMatchingSurveys gives what would show, of every type that shows in pages', async () => {
    const list = [
      survey({ id: 'popover' }),
      survey({ id: 'api', type: 'api' }),
      survey({ id: 'widget', type: 'widget' }),
      survey({ id: 'external', type: 'external_survey' }),
      survey({ id: 'draft', start_date: null }),
      survey({ id: 'ended', end_date: '2025-02-01' }),
      survey({ id: 'elsewhere', conditions: { url: '/other' } }),
    ]
    const { surveys } = await openTab(list, { settings: { disable_surveys_automatic_display: true } })
    let matching: string[] = []
    surveys.getActiveMatchingSurveys(found => {
      matching = ids(found)
    })
    expect(matching).toEqual(['popover', 'api', 'widget'])
  })

  it('getActiveMatchingSurveys waits for a trigger that is in the balance', async () => {
    const given = survey({ type: 'api', conditions: { events: { values: [{ name: 'paid' }] } } })
    const { host, surveys } = await openTab([given])
    host.captureFromPage('paid')
    const matching: string[][] = []
    surveys.getActiveMatchingSurveys(found => matching.push(ids(found)))
    await settled()
    expect(matching).toEqual([['s1']])
  })

  it('onActiveMatchingSurveysChanged tells each change once, until it is ended', async () => {
    const page = fakePage({ url: 'https://shop.test/a' })
    const list = [
      survey({ type: 'api', conditions: { url: '/a' } }),
      survey({ id: 's2', type: 'api', conditions: { url: '/b' } }),
    ]
    const { surveys } = await openTab(list, { page })
    const told: string[] = []
    const stop = surveys.onActiveMatchingSurveysChanged(found => told.push(ids(found).join()))
    page.navigate('/a/again')
    page.navigate('/b')
    page.navigate('/c')
    stop()
    page.navigate('/a')
    expect(told).toEqual(['s1', 's2', ''])
  })

  it('canRenderSurvey says why not', async () => {
    const { surveys } = await openTab([
      survey({ id: 'draft', start_date: null }),
      survey({ conditions: { url: '/other' } }),
    ])
    expect(surveys.canRenderSurvey('draft')).toEqual({ visible: false, disabledReason: 'running' })
    expect(surveys.canRenderSurvey('nobody')).toEqual({ visible: false, disabledReason: 'unknown survey' })
    expect(surveys.canRenderSurvey('s1')).toEqual({ visible: true })
    expect(surveys.canRenderSurvey(survey({ id: 'own' }))).toEqual({ visible: true })
  })

  it('canRenderSurveyAsync waits for the list', async () => {
    const { host, surveys } = await openTab(null)
    host.answerSurveys({ surveys: [survey()] })
    expect(await surveys.canRenderSurveyAsync('s1')).toEqual({ visible: true })
    expect(await surveys.canRenderSurveyAsync('nobody')).toMatchObject({ visible: false })
  })

  it('explainSurvey tells every check with what it wants and finds, and is no exposure', async () => {
    const given = survey({ linked_flag_key: 'beta', conditions: { url: '/other' } })
    const { host, surveys } = await openTab([given, survey({ id: 'open' })], { flags: { beta: false } })
    const told = await surveys.explainSurvey('s1')
    expect(told).toMatchObject({
      visible: false,
      survey: { id: 's1', conditions: { url: '/other' } },
      found: { url: 'https://shop.test/', deviceType: 'Desktop', flags: { beta: false }, alreadySeen: false },
    })
    const failing = Object.entries(told!.checks).filter(([, holds]) => !holds)
    expect(failing.map(([name]) => name)).toEqual(['no other popover', 'url', 'linked flag'])
    expect(Object.keys(told!.checks)).toHaveLength(20)
    expect(host.exposures).toEqual([])
    expect(await surveys.explainSurvey('nobody')).toBeNull()
    expect(await surveys.explainSurvey('open')).toMatchObject({ visible: true })
  })

  it('startSession takes a page that draws for itself through a survey, with the same events', async () => {
    const { host, surveys } = await openTab([npsSurvey({ type: 'api', enable_partial_responses: false })])
    const session = await surveys.startSession(npsSurvey().id, { properties: { plan: 'pro' } })
    session!.shown()
    session!.answer(3)
    session!.answer('late')
    expect(host.names()).toEqual(['survey shown', 'survey sent'])
    expect(host.events[1]!.properties).toMatchObject({
      plan: 'pro',
      $survey_response_recommend: 3,
      $survey_completed: true,
    })
    expect(await surveys.startSession('nobody')).toBeNull()
  })

  it('a session that the page draws ends with its visitor, with surveys, and with its run in another tab', async () => {
    const list = [survey({ questions: questions({}, {}), translations: { fr: { name: 'Enquête' } } })]
    const storage = fakeStorage()
    const quiet = { settings: { disable_surveys_automatic_display: true } }
    const other = await openTab(list, { ...quiet, store: storage.open() })
    const { host, surveys } = await openTab(list, { ...quiet, store: storage.open() })
    const endOf = async (act: () => void) => {
      const session = (await surveys.startSession('s1'))!
      act()
      return session.state().end
    }
    const foreign = (await other.surveys.startSession('s1'))!
    expect(await endOf(() => void foreign.dismiss())).toBe('hidden')
    expect(await endOf(surveys.reset)).toBe('hidden')
    expect(await endOf(surveys.stop)).toBe('hidden')
    expect([host.page.listeners(), host.names()]).toEqual([0, []])
  })

  it('none of them throws or rejects, whatever they are given', async () => {
    const { surveys } = await openTab([survey()])
    const functions = Object.entries(surveys.methods) as [string, (...given: unknown[]) => unknown][]
    for (const given of [[], [null], [42, null], [{}, {}], ['x', 'y'], ['s1', null]]) {
      for (const [name, run] of functions) {
        await expect(
          Promise.resolve().then(() => run(...given)),
          `${name}(${given})`,
        ).resolves.not.toThrow()
      }
    }
  })
})

describe('stopping', () => {
  it('leaves no timer, listener or survey behind', async () => {
    const list = [
      survey({ id: 'a' }),
      survey({ id: 'b', appearance: { surveyPopupDelaySeconds: 9 } }),
      survey({ id: 'c', conditions: { selector: '.x' } }),
      survey({ id: 'd', start_date: '2026-02-01' }),
      survey({ id: 'e', type: 'widget', appearance: { widgetType: 'tab' } }),
    ]
    const { host, surveys } = await openTab(list)
    surveys.stop()
    expect([host.page.timers(), host.page.listeners(), host.ids(), host.tabs()]).toEqual([0, 0, [], []])
    surveys.receive(list)
    surveys.displaySurvey('a')
    host.page.navigate('/next')
    await settled()
    expect(host.ids()).toEqual([])
  })

  it('two clients on a page open and close their surveys apart', async () => {
    const page = fakePage()
    const one = await openTab([survey()], { page })
    const two = await openTab([survey()], { page })
    one.host.shown[0]!.session.dismiss()
    expect([one.host.ids(), two.host.ids()]).toEqual([[], ['s1']])
  })
})
