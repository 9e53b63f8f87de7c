import { describe, expect, it } from 'vitest'
import { PROGRESS_PREFIX, TRIGGER_PREFIX } from '../../../src/surveys/storage/storageKeys'
import type { Survey } from '../../../src/wire/survey'
import { fakeHost, settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { fakeStorage } from '../../support/fakeStore'
import { questions, survey } from '../../support/surveys'
import { openTab, surveysOver } from '../../support/tab'

const ELSEWHERE = { url: '/elsewhere' }
const PAID = { events: { values: [{ name: 'paid' }] } }
const PAID_OR_LEFT = { ...PAID, cancelEvents: { values: [{ name: 'left' }] } }

/** A tab whose list of surveys has not arrived. */
function openEarly(options = {}) {
  const host = fakeHost(options)
  const surveys = surveysOver(host)
  host.onCapture(surveys.onCaptured)
  return { host, surveys }
}

describe('createEvaluator: the display', () => {
  it.each<[string, string | undefined, Partial<Survey>['conditions'], boolean, number]>([
    ['is loaded for a trigger that an earlier page left', TRIGGER_PREFIX, PAID, false, 1],
    ['is not loaded for a stored trigger when no survey has one', TRIGGER_PREFIX, {}, false, 0],
    ['is not loaded for a survey with a trigger when none is stored', undefined, PAID, false, 0],
    ['is loaded to report what an earlier page left unfinished', PROGRESS_PREFIX, {}, true, 1],
    ['is not loaded for unfinished surveys that are not reported', PROGRESS_PREFIX, {}, false, 0],
    ['is not loaded when no unfinished survey is stored', undefined, {}, true, 0],
  ])('%s', async (_, prefix, conditions, capture_survey_abandoned, expected) => {
    const store = fakeStorage(prefix ? { [`${prefix}x`]: '{}' } : {}).open()
    const list = [survey({ conditions: { ...ELSEWHERE, ...conditions } })]
    const { host } = await openTab(list, { store, settings: { capture_survey_abandoned } })
    expect(host.calls.loadRuntime).toBe(expected)
  })

  it('is loaded once when surveys are evaluated meanwhile', async () => {
    const { host, surveys } = openEarly()
    surveys.receive([survey()])
    host.page.navigate('/a')
    host.page.navigate('/b')
    await settled()
    expect([host.calls.loadRuntime, host.ids()]).toEqual([1, ['s1']])
  })

  it.each<['loaded' | Error]>([['loaded'], [new Error('offline')]])(
    'shows and reports nothing when surveys stop before it is there: %s',
    async answer => {
      const { host, surveys } = openEarly()
      host.answerRuntime(answer)
      surveys.receive([survey()])
      surveys.stop()
      await settled()
      host.page.navigate('/next')
      await settled()
      expect([host.ids(), host.errors, host.calls.loadRuntime]).toEqual([[], [], 1])
    },
  )

  it('is needed by no call', async () => {
    const storage = fakeStorage()
    const { host, surveys } = await openTab([survey({ conditions: ELSEWHERE })], { store: storage.open() })
    const other = storage.open()
    other.write('seenSurvey_s1', 'true')
    other.write('inProgressSurvey_s1', '{}')
    other.remove('inProgressSurvey_s1')
    surveys.onSession('session-2')
    surveys.reset()
    surveys.stop()
    expect([host.errors, host.calls.loadRuntime]).toEqual([[], 0])
  })
})

describe('createEvaluator: events', () => {
  it('counts those before the list of surveys arrives', async () => {
    const { host, surveys } = openEarly()
    host.captureFromPage('paid')
    surveys.receive([survey({ conditions: PAID })])
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it.each([
    [99, ['s1']],
    [100, []],
  ])('keeps a hundred of them: %i others come first', async (count, expected) => {
    const { host, surveys } = openEarly()
    for (let i = 0; i < count; i++) host.captureFromPage('other')
    host.captureFromPage('paid')
    surveys.receive([survey({ conditions: PAID })])
    await settled()
    expect(host.ids()).toEqual(expected)
  })

  it('counts none before a reset, nor those of an earlier list', async () => {
    const { host, surveys } = openEarly()
    host.captureFromPage('paid')
    surveys.reset()
    surveys.receive([survey({ id: 'other', conditions: ELSEWHERE })])
    surveys.reset()
    host.captureFromPage('paid')
    surveys.receive([survey({ conditions: PAID })])
    await settled()
    expect(host.ids()).toEqual([])
  })

  it('loads nothing for an event that can only cancel', async () => {
    const { host } = await openTab([survey({ conditions: PAID_OR_LEFT })])
    host.captureFromPage('left')
    host.captureFromPage('other')
    await settled()
    expect(host.calls.loadRuntime).toBe(0)
  })

  it.each([
    [99, []],
    [100, ['s1']],
  ])(
    'keeps a hundred for the display, cancelling ones too: %i start a survey first',
    async (count, expected) => {
      const { host } = await openTab([
        survey({ conditions: PAID_OR_LEFT, appearance: { surveyPopupDelaySeconds: 10 } }),
      ])
      for (let i = 0; i < count; i++) host.captureFromPage('paid')
      host.captureFromPage('left')
      await settled()
      host.page.advance(10_000)
      expect(host.ids()).toEqual(expected)
    },
  )

  it('lets an event cancel what an earlier page started while the display loads', async () => {
    const store = fakeStorage().open()
    const list = [survey({ conditions: PAID_OR_LEFT, appearance: { surveyPopupDelaySeconds: 60 } })]
    const page = fakePage()
    const first = await openTab(list, { store, page })
    first.host.captureFromPage('paid')
    await settled()
    first.surveys.stop()
    expect(store.keys(TRIGGER_PREFIX)).toHaveLength(1)
    const { host, surveys } = openEarly({ store, page })
    surveys.receive(list)
    host.captureFromPage('left')
    await settled()
    page.advance(60_000)
    expect(host.ids()).toEqual([])
  })
})

describe('createEvaluator: re-evaluation', () => {
  it.each(['navigate', 'visible', 'restore', 'online'] as const)(
    'follows the event %s of the page',
    async event => {
      const { host } = await openTab([survey({ linked_flag_key: 'beta' })], { flags: { beta: false } })
      host.set({ flags: { beta: true } })
      expect(host.ids()).toEqual([])
      host.page.emit(event)
      await settled()
      expect(host.ids()).toEqual(['s1'])
    },
  )

  it('closes a survey when its session ends in another tab, and not when it goes on or its mark is removed', async () => {
    const storage = fakeStorage({ seenSurvey_s1: 'true' })
    const other = storage.open()
    const list = [survey({ schedule: 'always', questions: questions({}, {}) })]
    const { host } = await openTab(list, { store: storage.open() })
    other.remove('seenSurvey_s1')
    other.write('inProgressSurvey_s1', '{}')
    const [shown] = host.shown
    expect(shown!.session.state().page).toBe('question')
    other.remove('inProgressSurvey_s1')
    expect(shown!.session.state()).toMatchObject({ page: 'closed', end: 'hidden' })
  })

  it('reports what an evaluation throws, and goes on with the next', async () => {
    const { host } = await openTab([survey({ conditions: { url: '/next' } })])
    const { whyBlocked } = host
    const failure = new Error('blocked')
    host.whyBlocked = () => {
      throw failure
    }
    host.page.navigate('/next')
    expect(host.errors).toEqual([{ reason: 'survey_failed', detail: failure }])
    host.whyBlocked = whyBlocked
    host.page.navigate('/next?again')
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('reports what a listener of matching surveys throws, and calls the others', async () => {
    const { host, surveys } = await openTab([survey({ conditions: { url: '/next' } })])
    const failure = new Error('listener')
    const matching: string[][] = []
    surveys.onActiveMatchingSurveysChanged(() => {
      throw failure
    })
    surveys.onActiveMatchingSurveysChanged(list => matching.push(list.map(({ id }) => id)))
    host.page.navigate('/next')
    expect(host.errors).toContainEqual({ reason: 'survey_callback_failed', detail: failure })
    expect(matching.at(-1)).toEqual(['s1'])
  })

  it.each([
    ['progress', []],
    ['memory', []],
    ['all', ['s1']],
  ] as const)('keeps the marks of finished surveys on a reset that forgets %j', async (forgets, expected) => {
    const { host, surveys } = await openTab([survey()])
    host.shown[0]!.session.dismiss()
    surveys.reset(forgets)
    await settled()
    expect(host.ids()).toEqual(expected)
  })
})
