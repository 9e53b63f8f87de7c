import { describe, expect, it } from 'vitest'
import type { Survey } from '../../src/wire/survey'
import { type FakeHost, fakeHost, settled } from '../support/fakeHost'
import { fakePage } from '../support/fakePage'
import { fakeStorage } from '../support/fakeStore'
import { npsSurvey, questions, survey } from '../support/surveys'
import { openTab, surveysOver } from '../support/tab'

const ids = (surveys: { id: string }[]) => surveys.map(({ id }) => id)

describe('survey history', () => {
  it.each<[string, Partial<Survey>, 'dismiss' | 'send' | 'ignore', string[]]>([
    ['shows an ignored survey again', {}, 'ignore', ['s1']],
    ['shows no dismissed survey', {}, 'dismiss', []],
    ['shows no answered survey', {}, 'send', []],
    [
      'shows no survey within the waiting period after an ignored one',
      { conditions: { seenSurveyWaitPeriodInDays: 10 } },
      'ignore',
      [],
    ],
    ['shows a dismissed survey again when the schedule is always', { schedule: 'always' }, 'dismiss', ['s1']],
    ['shows an answered survey again when the schedule is always', { schedule: 'always' }, 'send', ['s1']],
  ])('%s, on the next page', async (_, fields, action, expected) => {
    const first = await openTab([survey(fields)])
    if (action === 'dismiss') first.host.shown[0]!.session.dismiss()
    if (action === 'send') first.host.shown[0]!.session.submit('text')
    first.surveys.stop()
    const next = await openTab([survey(fields)], { store: first.host.store })
    expect(next.host.ids()).toEqual(expected)
  })

  it('stores the date when a survey shows', async () => {
    const { host } = await openTab([survey()])
    expect(host.store.read('lastSeenSurveyDate')).toBe(host.page.isoTimestamp())
  })

  it.each<[string, string, string[]]>([
    [
      'shows no survey when the stored date is five minutes ago',
      new Date(fakePage().now() - 300_000).toISOString(),
      [],
    ],
    ['shows a survey when the stored date is invalid', 'not a date', ['s1']],
    [
      'shows a survey when the stored date is a year ahead',
      new Date(fakePage().now() + 365 * 86_400_000).toISOString(),
      ['s1'],
    ],
  ])('%s', async (_, lastSeenSurveyDate, expected) => {
    const { host } = await openTab([survey({ conditions: { seenSurveyWaitPeriodInDays: 1 } })], {
      store: fakeStorage({ lastSeenSurveyDate }).open(),
    })
    expect(host.ids()).toEqual(expected)
  })

  it('resumes an unfinished survey despite the waiting period', async () => {
    const nps = npsSurvey({ conditions: { seenSurveyWaitPeriodInDays: 30 } })
    const first = await openTab([nps])
    first.host.shown[0]!.session.answer(10)
    first.surveys.stop()
    const next = await openTab([nps], { store: first.host.store, flags: {} })
    expect(next.host.shown[0]!.session.state()).toMatchObject({ index: 3, path: [0] })
    expect(next.host.names()).toEqual([])
  })

  it('ignores expired progress when the internal targeting flag is off', async () => {
    const list = [survey({ questions: questions({}, {}), internal_targeting_flag_key: 'in' })]
    const first = await openTab(list, { flags: { in: true } })
    first.host.shown[0]!.session.submit('one')
    first.surveys.stop()
    first.host.page.advance(8 * 86_400_000)
    const next = await openTab(list, { page: first.host.page, store: first.host.store, flags: { in: false } })
    expect(next.host.ids()).toEqual([])
  })

  it.each(['survey sent', 'survey dismissed'])(
    'marks the survey as seen when the page captures "%s"',
    async event => {
      const { host, surveys } = await openTab([survey({ type: 'api' })])
      host.captureFromPage(event, { $survey_id: 's1', $survey_response_why: 'ok' })
      let matching: unknown
      surveys.getActiveMatchingSurveys(list => {
        matching = list
      })
      expect([matching, host.store.read('seenSurvey_s1')]).toEqual([[], 'true'])
    },
  )

  it('starts the waiting period of others when the page captures "survey shown"', async () => {
    const { host, surveys } = await openTab([
      survey({ type: 'api', conditions: { seenSurveyWaitPeriodInDays: 1 } }),
    ])
    host.captureFromPage('survey shown', { $survey_id: 'other' })
    expect(surveys.canRenderSurvey('s1')).toEqual({ visible: false, disabledReason: 'waiting period' })
  })

  it('stores the mark before it reloads flags', async () => {
    const { host } = await openTab([survey()])
    let mark: unknown
    host.reloadFlags = () => {
      mark = host.store.read('seenSurvey_s1')
    }
    host.shown[0]!.session.submit('text')
    expect([mark, host.ids()]).toEqual(['true', []])
  })

  it('shows no answered survey again on the same page when storage is unavailable', async () => {
    const storage = fakeStorage()
    storage.setWorking(false)
    const { host } = await openTab([survey({ conditions: { seenSurveyWaitPeriodInDays: 1 } })], {
      store: storage.open(),
    })
    host.shown[0]!.session.submit('text')
    host.page.navigate('/next')
    expect([host.ids(), host.names()]).toEqual([[], ['survey shown', 'survey sent']])
  })

  it('marks the survey as seen when the page drops its event', async () => {
    const { host } = await openTab([survey()])
    host.onCapture(() => {})
    host.shown[0]!.session.dismiss()
    host.page.navigate('/next')
    expect(host.ids()).toEqual([])
  })

  it('removes everything stored and closes surveys without an event when reset', async () => {
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

  it('removes fired triggers when reset', async () => {
    const triggered = survey({
      conditions: { events: { values: [{ name: 'paid' }] } },
      appearance: { surveyPopupDelaySeconds: 3 },
    })
    const { host, surveys } = await openTab([triggered])
    host.captureFromPage('paid')
    await settled()
    surveys.reset()
    host.page.advance(9_000)
    expect([host.ids(), host.store.keys('surveyTrigger_')]).toEqual([[], []])
  })

  it('stores the mark and the date when the page calls markSurveyAsSeen', async () => {
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
    'closes a survey without an event when another tab calls %s',
    async action => {
      const storage = fakeStorage()
      const one = await openTab([survey(), survey({ id: 'b', type: 'widget' })], { store: storage.open() })
      const two = await openTab([survey()], { store: storage.open() })
      expect([one.host.ids(), two.host.ids()]).toEqual([['s1'], ['s1']])
      one.host.shown[0]!.session[action]('text')
      expect([one.host.ids(), two.host.ids(), two.host.names()]).toEqual([[], [], ['survey shown']])
      two.host.page.navigate('/next')
      expect(two.host.ids()).toEqual([])
    },
  )

  it('continues a session in one tab only, and closes it in the others when it ends', async () => {
    const storage = fakeStorage()
    const list = [survey({ questions: questions({}, {}), enable_partial_responses: true })]
    const one = await openTab(list, { store: storage.open() })
    const two = await openTab(list, { store: storage.open() })
    one.host.shown[0]!.session.submit('one')
    two.host.page.navigate('/next')
    expect([one.host.ids(), two.host.ids()]).toEqual([['s1'], []])
    const three = await openTab(list, { store: storage.open() })
    expect(three.host.shown[0]!.session.state().index).toBe(1)
    one.host.shown[0]!.session.submit('two')
    expect([one.host.ids(), three.host.ids(), three.host.names()]).toEqual([[], [], []])
  })

  it('keeps its surveys when another tab is reset', async () => {
    const storage = fakeStorage({ seenSurvey_s1: 'true' })
    const one = await openTab([], { store: storage.open() })
    const two = await openTab([survey({ id: 'b' })], { store: storage.open() })
    one.surveys.reset()
    expect(two.host.ids()).toEqual(['b'])
  })
})

describe('getActiveMatchingSurveys', () => {
  it('calls back with surveys of every type that shows in pages', async () => {
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
    surveys.getActiveMatchingSurveys(active => {
      matching = ids(active)
    })
    expect(matching).toEqual(['popover', 'api', 'widget'])
  })

  it('waits for the display when a trigger event was captured', async () => {
    const triggered = survey({ type: 'api', conditions: { events: { values: [{ name: 'paid' }] } } })
    const { host, surveys } = await openTab([triggered])
    host.captureFromPage('paid')
    const matching: string[][] = []
    surveys.getActiveMatchingSurveys(active => matching.push(ids(active)))
    await settled()
    expect(matching).toEqual([['s1']])
  })
})

describe('onActiveMatchingSurveysChanged', () => {
  it('calls back once a change until the caller unsubscribes', async () => {
    const page = fakePage({ url: 'https://shop.test/a' })
    const list = [
      survey({ type: 'api', conditions: { url: '/a' } }),
      survey({ id: 's2', type: 'api', conditions: { url: '/b' } }),
    ]
    const { surveys } = await openTab(list, { page })
    const changes: string[] = []
    const unsubscribe = surveys.onActiveMatchingSurveysChanged(active => changes.push(ids(active).join()))
    page.navigate('/a/again')
    page.navigate('/b')
    page.navigate('/c')
    unsubscribe()
    page.navigate('/a')
    expect(changes).toEqual(['s1', 's2', ''])
  })
})

describe('canRenderSurvey', () => {
  it('returns the name of the failed check', async () => {
    const { surveys } = await openTab([
      survey({ id: 'draft', start_date: null }),
      survey({ conditions: { url: '/other' } }),
    ])
    expect(surveys.canRenderSurvey('draft')).toEqual({ visible: false, disabledReason: 'running' })
    expect(surveys.canRenderSurvey('unknown')).toEqual({ visible: false, disabledReason: 'unknown survey' })
    expect(surveys.canRenderSurvey('s1')).toEqual({ visible: true })
    expect(surveys.canRenderSurvey(survey({ id: 'own' }))).toEqual({ visible: true })
  })
})

describe('canRenderSurveyAsync', () => {
  it('resolves when the list has loaded', async () => {
    const { host, surveys } = await openTab(null)
    host.answerSurveys({ surveys: [survey()] })
    expect(await surveys.canRenderSurveyAsync('s1')).toEqual({ visible: true })
    expect(await surveys.canRenderSurveyAsync('unknown')).toMatchObject({ visible: false })
  })
})

describe('explainSurvey', () => {
  it('resolves to every check with what it requires and finds, without an exposure', async () => {
    const linked = survey({ linked_flag_key: 'beta', conditions: { url: '/other' } })
    const { host, surveys } = await openTab([linked, survey({ id: 'open' })], { flags: { beta: false } })
    const explanation = await surveys.explainSurvey('s1')
    expect(explanation).toMatchObject({
      visible: false,
      survey: { id: 's1', conditions: { url: '/other' } },
      found: { url: 'https://shop.test/', deviceType: 'Desktop', flags: { beta: false }, alreadySeen: false },
    })
    const failing = Object.entries(explanation!.checks).filter(([, passes]) => !passes)
    expect(failing.map(([name]) => name)).toEqual(['no other popover', 'url', 'linked flag'])
    expect(Object.keys(explanation!.checks)).toHaveLength(20)
    expect(host.exposures).toEqual([])
    expect(await surveys.explainSurvey('unknown')).toBeNull()
    expect(await surveys.explainSurvey('open')).toMatchObject({ visible: true })
  })

  it.each<[string, unknown, Parameters<FakeHost['set']>[0], string | undefined]>([
    ['there is no such survey', [survey()], {}, undefined],
    ['the service cannot be reached', true, {}, 'status 404'],
    ['surveys are disabled', [], { settings: { disable_surveys: true } }, 'disabled'],
    ['the browser counts as a bot', true, { blockedBy: 'bot' }, 'bot'],
    ['the visitor has opted out', true, { blockedBy: 'consent' }, 'consent'],
  ])('reports, as displaySurvey does, that %s (D-612)', async (_, list, change, reason) => {
    const host = fakeHost()
    host.set(change)
    const surveys = surveysOver(host)
    surveys.receive(list)
    await settled()
    expect(await surveys.explainSurvey('unknown')).toBeNull()
    surveys.displaySurvey('unknown')
    await settled()
    const reported = host.errors.filter(error => error.reason === 'survey_unknown')
    expect(reported.map(({ detail }) => detail)).toEqual([
      { id: 'unknown', reason },
      { id: 'unknown', reason },
    ])
  })
})

describe('startSession', () => {
  it('resolves to a session that captures the events of a displayed survey', async () => {
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
    expect(await surveys.startSession('unknown')).toBeNull()
  })

  it('resolves to a session that is hidden on reset, on stop and when it ends in another tab', async () => {
    const list = [survey({ questions: questions({}, {}), translations: { fr: { name: 'Enquête' } } })]
    const storage = fakeStorage()
    const options = { settings: { disable_surveys_automatic_display: true } }
    const other = await openTab(list, { ...options, store: storage.open() })
    const { host, surveys } = await openTab(list, { ...options, store: storage.open() })
    const endAfter = async (action: () => void) => {
      const session = (await surveys.startSession('s1'))!
      action()
      return session.state().end
    }
    const otherSession = (await other.surveys.startSession('s1'))!
    expect(await endAfter(() => void otherSession.dismiss())).toBe('hidden')
    expect(await endAfter(surveys.reset)).toBe('hidden')
    expect(await endAfter(surveys.stop)).toBe('hidden')
    expect([host.page.listeners(), host.names()]).toEqual([0, []])
  })
})

describe('methods', () => {
  it('never throws or rejects when called with invalid arguments', async () => {
    const { surveys } = await openTab([survey()])
    const methods = Object.entries(surveys.methods) as [string, (...args: unknown[]) => unknown][]
    for (const args of [[], [null], [42, null], [{}, {}], ['x', 'y'], ['s1', null]]) {
      for (const [name, method] of methods) {
        await expect(
          Promise.resolve().then(() => method(...args)),
          `${name}(${args})`,
        ).resolves.not.toThrow()
      }
    }
  })
})

describe('stop', () => {
  it('removes every timer, listener and survey', async () => {
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
})

describe('createSurveys', () => {
  it('closes only its own survey when another client is on the page', async () => {
    const page = fakePage()
    const one = await openTab([survey()], { page })
    const two = await openTab([survey()], { page })
    one.host.shown[0]!.session.dismiss()
    expect([one.host.ids(), two.host.ids()]).toEqual([[], ['s1']])
  })
})
