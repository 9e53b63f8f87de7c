import { describe, expect, it } from 'vitest'
import type { Survey, SurveyConditions } from '../../../src/wire/survey'
import type { FakeHostOptions } from '../../support/fakeHost'
import { fakeHost, settled } from '../../support/fakeHost'
import { fakeStorage } from '../../support/fakeStore'
import { survey } from '../../support/surveys'
import { openTab, surveysOver, type Tab } from '../../support/tab'

const paid = (conditions: Partial<SurveyConditions> = {}, given: Partial<Survey> = {}) =>
  survey({ conditions: { events: { values: [{ name: 'paid' }] }, ...conditions }, ...given })
const repeated = { events: { repeatedActivation: true, values: [{ name: 'paid' }] } }
const delay = (seconds: number): Partial<Survey> => ({ appearance: { surveyPopupDelaySeconds: seconds } })

async function fire({ host }: Tab, event = 'paid', properties = {}) {
  host.captureFromPage(event, properties)
  await settled()
}

/** The same tab after a reload: what was on the page is gone, what was stored is there. */
async function reload(tab: Tab, list: Survey[], options: FakeHostOptions = {}): Promise<Tab> {
  tab.surveys.stop()
  return openTab(list, { page: tab.host.page, store: tab.host.store, ...options })
}

describe('triggers', () => {
  it('a survey waits for its event, and then shows', async () => {
    const tab = await openTab([paid()])
    expect(tab.surveys.canRenderSurvey('s1')).toEqual({ visible: false, disabledReason: 'trigger' })
    await fire(tab, 'other')
    expect([tab.host.ids(), tab.host.calls.loadRuntime]).toEqual([[], 0])
    await fire(tab)
    expect(tab.host.ids()).toEqual(['s1'])
    expect(tab.surveys.canRenderSurvey('s1')).toEqual({ visible: true })
  })

  it('events count that are captured while the acting part is on its way', async () => {
    const tab = await openTab([paid(), paid({ cancelEvents: { values: [{ name: 'left' }] } }, { id: 'b' })])
    tab.host.captureFromPage('paid')
    tab.host.captureFromPage('left')
    await settled()
    tab.host.shown[0]!.session.dismiss()
    expect(tab.host.ids()).toEqual([])
  })

  describe('events that are captured before the list is there', () => {
    const early = async (events: string[], between: (surveys: Tab['surveys']) => void = () => {}) => {
      const host = fakeHost()
      const surveys = surveysOver(host)
      host.onCapture(surveys.onCaptured)
      for (const event of events) host.captureFromPage(event)
      between(surveys)
      surveys.receive([paid({ cancelEvents: { values: [{ name: 'left' }] } })])
      await settled()
      return host
    }

    it('count, such as the first page view', async () => {
      expect((await early(['other', 'paid'])).ids()).toEqual(['s1'])
    })

    it.each([
      [['paid', 'left'], []],
      [['left', 'paid'], ['s1']],
    ])('count in their order: %j', async (events, shown) => {
      expect((await early(events)).ids()).toEqual(shown)
    })

    it('fetch nothing when no survey waits for them', async () => {
      expect((await early(['other', 'left'])).calls.loadRuntime).toBe(0)
    })

    it('do not count for whoever logs in after a reset', async () => {
      expect((await early(['paid'], surveys => surveys.reset())).ids()).toEqual([])
    })
  })

  it('an event before the survey runs starts nothing', async () => {
    const tab = await openTab([paid({}, { start_date: '2026-01-05T13:00:00Z' })])
    await fire(tab)
    tab.host.page.advance(7_200_000)
    expect(tab.host.ids()).toEqual([])
    await fire(tab)
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('an event of an earlier page starts nothing', async () => {
    const tab = await openTab([])
    await fire(tab)
    expect((await reload(tab, [paid()])).host.ids()).toEqual([])
  })

  it.each<[string, object, boolean]>([
    ['matches', { plan: 'pro' }, true],
    ['does not match', { plan: 'free' }, false],
  ])('a filter that %s decides', async (_, properties, expected) => {
    const values = [
      { name: 'paid', propertyFilters: { plan: { values: ['pro'], operator: 'exact' as const } } },
    ]
    const tab = await openTab([paid({ events: { values } })])
    await fire(tab, 'paid', properties)
    expect(tab.host.ids()).toEqual(expected ? ['s1'] : [])
  })

  it('an action without a name hears every event', async () => {
    const actions = { values: [{ steps: [{ url: '/cart' }] }] }
    const tab = await openTab([survey({ conditions: { actions } })])
    await fire(tab, 'anything', { $current_url: 'https://shop.test/' })
    expect(tab.host.ids()).toEqual([])
    await fire(tab, 'anything', { $current_url: 'https://shop.test/cart' })
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('a trigger that cannot be understood is told, and never fires', async () => {
    const values = [
      { name: 'paid', propertyFilters: { plan: { values: ['('], operator: 'regex' as const } } },
    ]
    const tab = await openTab([paid({ events: { values } })])
    await fire(tab, 'paid', { plan: '(' })
    expect(tab.host.ids()).toEqual([])
    expect(tab.host.errors).toEqual([{ reason: 'survey_condition_invalid', detail: { id: 's1' } }])
  })
})

describe('how long a trigger lasts', () => {
  it('without a delay, not over a reload before it was shown', async () => {
    const list = [survey({ id: 'first' }), paid()]
    const tab = await openTab(list)
    await fire(tab)
    expect(tab.host.ids()).toEqual(['first'])
    const next = await reload(tab, [paid()])
    expect(next.host.ids()).toEqual([])
  })

  it('with a delay, over a reload, for the rest of the delay', async () => {
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

  it('the first of several events counts', async () => {
    const tab = await openTab([paid({}, delay(3))])
    await fire(tab)
    tab.host.page.advance(2_000)
    await fire(tab)
    tab.host.page.advance(1_000)
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('not into another session', async () => {
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

  it('a session that ends ends the delay', async () => {
    const tab = await openTab([paid({}, delay(3))])
    await fire(tab)
    tab.host.set({ sessionId: 'session-2' })
    tab.surveys.onSession('session-2')
    tab.host.page.advance(10_000)
    expect(tab.host.ids()).toEqual([])
  })

  it('shown and ignored it comes back in the same session, and not in the next', async () => {
    const tab = await openTab([paid()])
    await fire(tab)
    const same = await reload(tab, [paid()])
    expect(same.host.ids()).toEqual(['s1'])
    const next = await reload(same, [paid()], { sessionId: 'session-2' })
    expect(next.host.ids()).toEqual([])
  })

  it('a repeatable one is used up by being shown', async () => {
    const tab = await openTab([paid(repeated)])
    await fire(tab)
    expect(tab.host.ids()).toEqual(['s1'])
    const next = await reload(tab, [paid(repeated)])
    expect(next.host.ids()).toEqual([])
    await fire(next)
    expect(next.host.ids()).toEqual(['s1'])
  })

  it.each<[string, Partial<SurveyConditions>, string[]]>([
    ['not shown again by another event', {}, []],
    ['shown again, where it repeats', repeated, ['s1']],
  ])('dismissed it is %s', async (_, conditions, expected) => {
    const tab = await openTab([paid(conditions)])
    await fire(tab)
    tab.host.shown[0]!.session.dismiss()
    expect(tab.host.ids()).toEqual([])
    await fire(tab)
    expect(tab.host.ids()).toEqual(expected)
  })

  it('a part of the answers does not use a trigger up', async () => {
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

  it('what is stored by nobody who knows how is forgotten', async () => {
    const store = fakeStorage({ surveyTrigger_s1: '{"', surveyTrigger_b: '["session-1","x"]' }).open()
    const { host } = await openTab([paid(), paid({}, { id: 'b' })], { store })
    expect(host.ids()).toEqual(['b'])
    expect(store.read('surveyTrigger_s1')).toBeNull()
  })
})

describe('cancel events', () => {
  const cancels = {
    cancelEvents: {
      values: [{ name: 'bought', propertyFilters: { n: { values: ['1'], operator: 'exact' as const } } }],
    },
  }

  it.each<[string, Partial<SurveyConditions>]>([
    ['of a triggered survey', { ...cancels, events: { values: [{ name: 'paid' }] } }],
    ['of a survey without a trigger', { ...cancels, events: null }],
  ])('end the delay %s', async (_, conditions) => {
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
  ])('%s does not', async (_, event, properties) => {
    const tab = await openTab([paid(cancels, delay(3))])
    await fire(tab)
    await fire(tab, event, properties)
    tab.host.page.advance(3_000)
    expect(tab.host.ids()).toEqual(['s1'])
  })

  it('leave a visible survey alone, and another trigger undoes them', async () => {
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
