import { describe, expect, it } from 'vitest'
import type { Survey } from '../../../src/wire/survey'
import { fakeHost } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { questions, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const delayed = (seconds: number, fields: Partial<Survey> = {}) =>
  survey({ ...fields, appearance: { surveyPopupDelaySeconds: seconds } })

describe('createPopoverQueue', () => {
  it('shows one popover at a time, and the next when it closes', async () => {
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

  it('orders unfinished surveys first, then by delay, `always` surveys last', async () => {
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
    // The survey `first` is open until all delays are over.
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

  it('shows other surveys while a delay is running', async () => {
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
    'shows an `always` survey again after %s only once it has stopped matching',
    async method => {
      const page = fakePage({ url: 'https://shop.test/here' })
      const { host } = await openTab([survey({ schedule: 'always', conditions: { url: '/here' } })], { page })
      host.shown[0]!.session[method]('text')
      page.navigate('/here/still')
      expect(host.ids()).toEqual([])
      page.navigate('/there')
      page.navigate('/here')
      expect(host.ids()).toEqual(['s1'])
    },
  )

  it('shows at most max_surveys_per_session surveys in a session, over all its pages', async () => {
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

  it('does not count a resumed survey for max_surveys_per_session', async () => {
    const list = [survey({ questions: questions({}, {}), conditions: { url: '/here' } })]
    const page = fakePage({ url: 'https://shop.test/here' })
    const { host } = await openTab(list, { page, settings: { max_surveys_per_session: 1 } })
    page.navigate('/there')
    page.navigate('/here')
    expect(host.ids()).toEqual(['s1'])
  })
})

describe('createPopoverQueue: delays', () => {
  it('shows a survey when its delay is over, not before', async () => {
    const { host } = await openTab([delayed(3)])
    host.page.advance(2_999)
    expect(host.ids()).toEqual([])
    host.page.advance(1)
    expect(host.ids()).toEqual(['s1'])
  })

  it('cancels a delay when the URL stops matching, and starts a new one when it matches again', async () => {
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

  it('cancels a delay when the flag of the survey turns off', async () => {
    const { host, surveys } = await openTab([delayed(3, { linked_flag_key: 'a' })], { flags: { a: true } })
    host.set({ flags: { a: false } })
    surveys.onFlags()
    host.page.advance(5_000)
    expect(host.ids()).toEqual([])
    expect(host.page.timers()).toBe(0)
  })

  it('cancels a delay at cancelPendingSurvey until the URL has changed, and leaves an open survey alone', async () => {
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
