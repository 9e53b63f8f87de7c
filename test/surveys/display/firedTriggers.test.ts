import { describe, expect, it } from 'vitest'
import type { Survey, SurveyConditions } from '../../../src/wire/survey'
import type { FakeHostOptions } from '../../support/fakeHost'
import { fakeHost, settled } from '../../support/fakeHost'
import { fakeStorage } from '../../support/fakeStore'
import { survey } from '../../support/surveys'
import { openTab, surveysOver, type Tab } from '../../support/tab'

/** A survey that the event `paid` triggers. */
const paid = (conditions: Partial<SurveyConditions> = {}, fields: Partial<Survey> = {}) =>
  survey({ conditions: { events: { values: [{ name: 'paid' }] }, ...conditions }, ...fields })
const repeated = { events: { repeatedActivation: true, values: [{ name: 'paid' }] } }
const delay = (seconds: number): Partial<Survey> => ({ appearance: { surveyPopupDelaySeconds: seconds } })

async function fire({ host }: Tab, event = 'paid', properties = {}) {
  host.captureFromPage(event, properties)
  await settled()
}

/** Reloads the tab: storage remains, everything on the page is gone. */
async function reload(tab: Tab, list: Survey[], options: FakeHostOptions = {}): Promise<Tab> {
  tab.surveys.stop()
  return openTab(list, { page: tab.host.page, store: tab.host.store, ...options })
}

describe('createFiredTriggers', () => {
  it('shows a survey when its trigger event is captured, not before', async () => {
    const tab = await openTab([paid()])
    expect(tab.surveys.canRenderSurvey('s1')).toEqual({ visible: false, disabledReason: 'trigger' })
    await fire(tab, 'other')
    expect([tab.host.ids(), tab.host.calls.loadRuntime]).toEqual([[], 0])
    await fire(tab)
    expect(tab.host.ids()).toEqual(['s1'])
    expect(tab.surveys.canRenderSurvey('s1')).toEqual({ visible: true })
  })

  it('handles events that are captured while the runtime is loading', async () => {
    const tab = await openTab([paid(), paid({ cancelEvents: { values: [{ name: 'left' }] } }, { id: 'b' })])
    tab.host.captureFromPage('paid')
    tab.host.captureFromPage('left')
    await settled()
    tab.host.shown[0]!.session.dismiss()
    expect(tab.host.ids()).toEqual([])
  })

  describe('events captured before the survey list arrives', () => {
    const captureEarly = async (events: string[], then: (surveys: Tab['surveys']) => void = () => {}) => {
      const host = fakeHost()
      const surveys = surveysOver(host)
      host.onCapture(surveys.onCaptured)
      for (const event of events) host.captureFromPage(event)
      then(surveys)
      surveys.receive([paid({ cancelEvents: { values: [{ name: 'left' }] } })])
      await settled()
      return host
    }

    it('triggers a survey by an event captured before the list arrived, such as the first page view', async () => {
      expect((await captureEarly(['other', 'paid'])).ids()).toEqual(['s1'])
    })

    it.each([
      [['paid', 'left'], []],
      [['left', 'paid'], ['s1']],
    ])('applies events captured before the list arrived in their order: %j', async (events, shown) => {
      expect((await captureEarly(events)).ids()).toEqual(shown)
    })

    it('loads no runtime when no survey has the captured events as triggers', async () => {
      expect((await captureEarly(['other', 'left'])).calls.loadRuntime).toBe(0)
    })

    it('forgets events captured before the list arrived when the client is reset', async () => {
      expect((await captureEarly(['paid'], surveys => surveys.reset())).ids()).toEqual([])
    })
  })

  it('ignores an event that is captured before the survey starts', async () => {
    const tab = await openTab([paid({}, { start_date: '2026-01-05T13:00:00Z' })])
    await fire(tab)
    tab.host.page.advance(7_200_000)
    expect(tab.host.ids()).toEqual([])
    await fire(tab)
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('ignores an event of an earlier page when no survey had it as a trigger there', async () => {
    const tab = await openTab([])
    await fire(tab)
    expect((await reload(tab, [paid()])).host.ids()).toEqual([])
  })

  it.each<[string, object, boolean]>([
    ['shows a survey when a property filter matches', { plan: 'pro' }, true],
    ['shows no survey when a property filter does not match', { plan: 'free' }, false],
  ])('%s', async (_, properties, expected) => {
    const values = [
      { name: 'paid', propertyFilters: { plan: { values: ['pro'], operator: 'exact' as const } } },
    ]
    const tab = await openTab([paid({ events: { values } })])
    await fire(tab, 'paid', properties)
    expect(tab.host.ids()).toEqual(expected ? ['s1'] : [])
  })

  it('matches every event when an action names none', async () => {
    const actions = { values: [{ steps: [{ url: '/cart' }] }] }
    const tab = await openTab([survey({ conditions: { actions } })])
    await fire(tab, 'anything', { $current_url: 'https://shop.test/' })
    expect(tab.host.ids()).toEqual([])
    await fire(tab, 'anything', { $current_url: 'https://shop.test/cart' })
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('reports an invalid trigger, which never fires', async () => {
    const values = [
      { name: 'paid', propertyFilters: { plan: { values: ['('], operator: 'regex' as const } } },
    ]
    const tab = await openTab([paid({ events: { values } })])
    await fire(tab, 'paid', { plan: '(' })
    expect(tab.host.ids()).toEqual([])
    expect(tab.host.errors).toEqual([{ reason: 'survey_condition_invalid', detail: { id: 's1' } }])
  })
})

describe('createFiredTriggers: lifetime of a trigger', () => {
  it('forgets a trigger without a delay when the page reloads before the survey was shown', async () => {
    const list = [survey({ id: 'first' }), paid()]
    const tab = await openTab(list)
    await fire(tab)
    expect(tab.host.ids()).toEqual(['first'])
    const next = await reload(tab, [paid()])
    expect(next.host.ids()).toEqual([])
  })

  it('keeps a trigger with a delay over a reload, for the rest of the delay', async () => {
    const list = [paid({}, delay(3))]
    const tab = await openTab(list)
    await fire(tab)
    tab.host.page.advance(1_000)
    const next = await reload(tab, list)
    next.host.page.advance(1_999)
    expect(next.host.ids()).toEqual([])
    next.host.page.advance(1)
    expect(next.host.ids()).toEqual(['s1'])
  })

  it('counts a delay from the first of several trigger events', async () => {
    const tab = await openTab([paid({}, delay(3))])
    await fire(tab)
    tab.host.page.advance(2_000)
    await fire(tab)
    tab.host.page.advance(1_000)
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('forgets a stored trigger when another session begins', async () => {
    const list = [paid({}, delay(3))]
    const tab = await openTab(list)
    await fire(tab)
    const next = await reload(tab, list, { sessionId: 'session-2' })
    next.host.page.advance(10_000)
    expect(next.host.ids()).toEqual([])
    await fire(next)
    next.host.page.advance(3_000)
    expect(next.host.ids()).toEqual(['s1'])
  })

  it('cancels the delay of a trigger when its session ends', async () => {
    const tab = await openTab([paid({}, delay(3))])
    await fire(tab)
    tab.host.set({ sessionId: 'session-2' })
    tab.surveys.onSession('session-2')
    tab.host.page.advance(10_000)
    expect(tab.host.ids()).toEqual([])
  })

  it('shows an ignored survey again in the same session, not in the next', async () => {
    const tab = await openTab([paid()])
    await fire(tab)
    const same = await reload(tab, [paid()])
    expect(same.host.ids()).toEqual(['s1'])
    const next = await reload(same, [paid()], { sessionId: 'session-2' })
    expect(next.host.ids()).toEqual([])
  })

  it('uses the trigger of a repeatable survey up when it is shown', async () => {
    const tab = await openTab([paid(repeated)])
    await fire(tab)
    expect(tab.host.ids()).toEqual(['s1'])
    const next = await reload(tab, [paid(repeated)])
    expect(next.host.ids()).toEqual([])
    await fire(next)
    expect(next.host.ids()).toEqual(['s1'])
  })

  it.each<[string, Partial<SurveyConditions>, string[]]>([
    ['does not show a dismissed survey again at the next event', {}, []],
    ['shows a dismissed survey again at the next event when it is repeatable', repeated, ['s1']],
  ])('%s', async (_, conditions, expected) => {
    const tab = await openTab([paid(conditions)])
    await fire(tab)
    tab.host.shown[0]!.session.dismiss()
    expect(tab.host.ids()).toEqual([])
    await fire(tab)
    expect(tab.host.ids()).toEqual(expected)
  })

  it('keeps the trigger of a survey with a partial response', async () => {
    const list = [
      paid(
        {},
        {
          enable_partial_responses: true,
          questions: [...survey().questions, { ...survey().questions[0]!, id: 'b' }],
        },
      ),
    ]
    const tab = await openTab(list)
    await fire(tab)
    tab.host.shown[0]!.session.submit('one')
    const next = await reload(tab, list)
    expect(next.host.shown[0]?.session.state().index).toBe(1)
  })

  it('removes the trigger of a survey that was launched again since (kind 4)', async () => {
    const waiting = [paid({}, delay(20))]
    const tab = await openTab(waiting)
    await fire(tab)
    const again = { ...waiting[0]!, start_date: '2026-01-05T12:00:00Z', appearance: {} }
    expect((await reload(tab, [again])).host.ids()).toEqual([])
    expect((await reload(tab, [{ ...waiting[0]!, appearance: {} }])).host.ids()).toEqual([])
  })

  it('removes a stored trigger that cannot be read', async () => {
    const condition = JSON.stringify([paid().conditions!.events, null, paid().start_date])
    const store = fakeStorage({
      surveyTrigger_s1: '{"',
      surveyTrigger_b: JSON.stringify(['session-1', 'x', condition]),
    }).open()
    const { host } = await openTab([paid(), paid({}, { id: 'b' })], { store })
    expect(host.ids()).toEqual(['b'])
    expect(store.read('surveyTrigger_s1')).toBeNull()
  })
})

describe('createDisplay: cancel events', () => {
  const cancels = {
    cancelEvents: {
      values: [{ name: 'bought', propertyFilters: { n: { values: ['1'], operator: 'exact' as const } } }],
    },
  }

  it.each<[string, Partial<SurveyConditions>]>([
    ['cancels the delay of a triggered survey', { ...cancels, events: { values: [{ name: 'paid' }] } }],
    ['cancels the delay of a survey without a trigger', { ...cancels, events: null }],
  ])('%s', async (_, conditions) => {
    const tab = await openTab([
      paid(conditions, delay(3)),
      survey({ id: 'b', appearance: { surveyPopupDelaySeconds: 9 } }),
    ])
    await fire(tab)
    tab.host.page.advance(1_000)
    await fire(tab, 'bought', { n: 1 })
    tab.host.page.advance(5_000)
    expect(tab.host.ids()).toEqual([])
    tab.host.page.advance(3_000)
    expect(tab.host.ids()).toEqual(['b'])
  })

  it.each<[string, string, object]>([
    ['another event', 'sold', { n: 1 }],
    ['a filter that does not match', 'bought', { n: 2 }],
  ])('keeps a delay after %s', async (_, event, properties) => {
    const tab = await openTab([paid(cancels, delay(3))])
    await fire(tab)
    await fire(tab, event, properties)
    tab.host.page.advance(3_000)
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('leaves an open survey alone, and is undone by the next trigger event', async () => {
    const tab = await openTab([paid(cancels, delay(3))])
    await fire(tab)
    await fire(tab, 'bought', { n: 1 })
    await fire(tab)
    tab.host.page.advance(3_000)
    expect(tab.host.ids()).toEqual(['s1'])
    await fire(tab, 'bought', { n: 1 })
    expect(tab.host.ids()).toEqual(['s1'])
  })
})

describe('createFiredTriggers: edited conditions', () => {
  const filter = (plan: string) => ({ plan: { values: [plan], operator: 'exact' as const } })
  const fields = delay(20)
  const EDITS: [string, Partial<SurveyConditions>][] = [
    ['another event', { events: { values: [{ name: 'left' }] } }],
    ['a further event', { events: { values: [{ name: 'paid' }, { name: 'left' }] } }],
    ['a filter', { events: { values: [{ name: 'paid', propertyFilters: filter('pro') }] } }],
    ['an action', { actions: { values: [{ steps: [{ event: 'left' }] }] } }],
    [
      'an action in place of the event',
      { events: null, actions: { values: [{ steps: [{ event: 'left' }] }] } },
    ],
  ]

  it.each(EDITS)('forgets a stored trigger when the next page has %s (R04)', async (_, conditions) => {
    const tab = await openTab([paid({}, fields)])
    await fire(tab)
    const next = await reload(tab, [paid(conditions)])
    expect(next.host.ids()).toEqual([])
    expect(next.host.store.keys('surveyTrigger_')).toEqual([])
    await fire(next, 'left')
    await fire(next, 'paid', { plan: 'pro' })
    expect(next.host.ids()).toEqual(['s1'])
  })

  it.each(EDITS)('forgets a trigger when a new list on the open page has %s (R04)', async (_, conditions) => {
    const tab = await openTab([paid({}, fields)])
    await fire(tab)
    tab.surveys.receive([paid(conditions)])
    tab.host.page.advance(20_000)
    expect(tab.host.ids()).toEqual([])
  })

  it('forgets a shown survey of the session when its condition was edited since (R04)', async () => {
    const tab = await openTab([paid()])
    await fire(tab)
    expect(tab.host.ids()).toEqual(['s1'])
    const next = await reload(tab, [paid({ events: { values: [{ name: 'left' }] } })])
    expect(next.host.ids()).toEqual([])
  })

  it('keeps a stored trigger when only texts of the survey were edited', async () => {
    const tab = await openTab([paid({}, fields)])
    await fire(tab)
    const next = await reload(tab, [paid({}, { ...fields, name: 'Renamed' })])
    next.host.page.advance(20_000)
    expect(next.host.ids()).toEqual(['s1'])
  })
})
