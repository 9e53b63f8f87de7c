import { describe, expect, it } from 'vitest'
import { fakeHost, settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { fakeStorage } from '../../support/fakeStore'
import { questions, survey } from '../../support/surveys'
import { openTab, surveysOver } from '../../support/tab'

const DAY = 86_400_000
const list = [survey({ questions: questions({}, {}), conditions: { url: '/here' } })]

/** A visitor who answers one question, leaves, and can return after a time. */
async function leaveAndWait(laterMs: number, capture_survey_abandoned: boolean) {
  const page = fakePage({ url: 'https://shop.test/here' })
  const store = fakeStorage().open()
  const settings = { capture_survey_abandoned }
  const first = await openTab(list, { page, store, settings })
  const { session } = first.host.shown[0]!
  session.submit('one')
  page.pagehide()
  first.surveys.stop()
  page.advance(laterMs)
  page.navigate('/elsewhere')
  const next = () => openTab(list, { page, store, settings })
  return { first: first.host, submissionId: session.state().submissionId, next, page, store, settings }
}

describe('reportAbandoned', () => {
  it('captures nothing when a page is left, nor while the session can be resumed', async () => {
    const { first, next } = await leaveAndWait(6 * DAY, true)
    expect([first.names(), (await next()).host.names()]).toEqual([['survey shown'], []])
  })

  it('captures `survey abandoned` once when the session has expired', async () => {
    const { next, submissionId } = await leaveAndWait(7 * DAY, true)
    const { host } = await next()
    expect(host.events).toMatchObject([
      {
        event: 'survey abandoned',
        properties: {
          $survey_id: 's1',
          $survey_submission_id: submissionId,
          $survey_partially_completed: true,
          $survey_response_a: 'one',
          $survey_questions: [{ id: 'a', question: 'Why?', response: 'one' }, { id: 'b' }],
        },
      },
    ])
    expect((await next()).host.names()).toEqual([])
  })

  const FIELDS = [
    'responses',
    'picks',
    'lastQuestionIndex',
    'visitedIndices',
    'surveyLanguage',
    'questionOrder',
  ]
  const ODD = [null, 5, true, '', 'x', [], {}, [1], { a: 1 }, [null], { a: null }, 1e300]
  it.each([...FIELDS, 'questionSnapshots', 'shown'])(
    'captures `survey abandoned` whatever is stored as %s (R3C)',
    async field => {
      for (const value of ODD) {
        const { next, store } = await leaveAndWait(7 * DAY, true)
        const [key] = store.keys('inProgressSurvey_')
        store.write(key!, JSON.stringify({ ...JSON.parse(store.read(key!)!), [field]: value }))
        const { host } = await next()
        expect([value, host.names(), store.keys('inProgressSurvey_')]).toEqual([
          value,
          ['survey abandoned'],
          [],
        ])
        if (field !== 'responses') expect(host.events[0]!.properties.$survey_response_a).toBe('one')
      }
    },
  )

  it('keeps the answers when they cannot be reported, and reports those of other surveys (R3C)', async () => {
    const { page, store, settings } = await leaveAndWait(7 * DAY, true)
    store.write('inProgressSurvey_s0', store.read(store.keys('inProgressSurvey_')[0]!)!)
    const host = fakeHost({ page, store, settings })
    const { capture } = host
    host.capture = (event, properties, set) => {
      if (properties.$survey_id === 's0') throw new Error('broken')
      return capture(event, properties, set)
    }
    surveysOver(host).receive([survey({ id: 's0', questions: questions({}, {}) }), ...list])
    await settled()
    expect(host.names()).toEqual(['survey abandoned'])
    expect(store.keys('inProgressSurvey_')).toEqual(['inProgressSurvey_s0'])
  })

  describe.each([true, false])('with capture_survey_abandoned: %s', capturesAbandoned => {
    const other = survey({ id: 's2', questions: questions({}) })
    const keysAfter = async (laterMs: number, next: Parameters<typeof openTab>[0]) => {
      const { page, store, settings } = await leaveAndWait(laterMs, capturesAbandoned)
      const { host } = await openTab(next, { page, store, settings })
      expect(host.ids()).toEqual(['s2'])
      return store.keys('inProgressSurvey_')
    }

    it('removes expired progress of a survey that the project no longer has (D-681)', async () => {
      expect(await keysAfter(7 * DAY, [other])).toEqual([])
    })

    it('removes expired progress of a survey that does not show (D-681)', async () => {
      expect(await keysAfter(7 * DAY, [...list, other])).toEqual([])
    })

    it('keeps progress that can be resumed when the list lacks the survey', async () => {
      expect(await keysAfter(6 * DAY, [other])).toEqual(['inProgressSurvey_s1'])
    })
  })

  it('captures nothing when capture_survey_abandoned is off', async () => {
    const { next } = await leaveAndWait(7 * DAY, false)
    expect((await next()).host.names()).toEqual([])
  })
})
