import { describe, expect, it } from 'vitest'
import { reportAbandoned } from '../../../src/surveys/session/reportAbandoned'
import { fakeHost } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { fakeStorage } from '../../support/fakeStore'
import { parsed } from '../../support/parsed'
import { questions, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

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
  return { first: first.host, submissionId: session.state().submissionId, next }
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

  it('keeps what is stored when capture_survey_abandoned is off', () => {
    const stored = JSON.stringify({ surveySubmissionId: 'run', savedAt: 0 })
    const host = fakeHost({ store: fakeStorage({ inProgressSurvey_s1: stored }).open() })
    reportAbandoned(host, [parsed(survey())])
    expect([host.names(), host.store.read('inProgressSurvey_s1')]).toEqual([[], stored])
  })

  it('captures nothing when capture_survey_abandoned is off', async () => {
    const { next } = await leaveAndWait(7 * DAY, false)
    expect((await next()).host.names()).toEqual([])
  })
})
