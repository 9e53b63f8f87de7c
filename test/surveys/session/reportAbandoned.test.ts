import { describe, expect, it } from 'vitest'
import { fakePage } from '../../support/fakePage'
import { fakeStorage } from '../../support/fakeStore'
import { questions, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const DAY = 86_400_000
const given = [survey({ questions: questions({}, {}), conditions: { url: '/here' } })]

/** A visitor who answers one question and comes back so much later. */
async function comesBack(laterMs: number, capture_survey_abandoned: boolean) {
  const page = fakePage({ url: 'https://shop.test/here' })
  const store = fakeStorage().open()
  const settings = { capture_survey_abandoned }
  const first = await openTab(given, { page, store, settings })
  const { session } = first.host.shown[0]!
  session.submit('one')
  page.pagehide()
  first.surveys.stop()
  page.advance(laterMs)
  page.navigate('/elsewhere')
  const next = () => openTab(given, { page, store, settings })
  return { first: first.host, submissionId: session.state().submissionId, next }
}

describe('survey abandoned', () => {
  it('is not reported when a page is left, nor while the survey can be gone on with', async () => {
    const { first, next } = await comesBack(6 * DAY, true)
    expect([first.names(), (await next()).host.names()]).toEqual([['survey shown'], []])
  })

  it('is reported once, when the time to finish has passed', async () => {
    const { next, submissionId } = await comesBack(7 * DAY, true)
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

  it('is reported only where the setting says so', async () => {
    const { next } = await comesBack(7 * DAY, false)
    expect((await next()).host.names()).toEqual([])
  })
})
