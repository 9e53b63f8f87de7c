import { describe, expect, it } from 'vitest'
import type { Answer, Question } from '../../../src/wire/survey'
import { nextPage, responses, sent, startSession } from '../../support/startSession'
import { multiple, open, rating, single, survey } from '../../support/surveys'

const surveyOf = (question: Question) => survey({ questions: [question, open({ id: 'last' })] })

/** Answers the first of two questions, edits it, and returns the session of the next page. */
function resumeEdited(before: Question, answer: Answer, after: Question) {
  const first = startSession(surveyOf(before))
  first.session.answer(answer)
  const host = nextPage(first.host)
  return { ...startSession(surveyOf(after), {}, host), host }
}

describe('a session whose survey was edited since (D-439)', () => {
  it.each<[string, Question, Answer, Question]>([
    ['a rating', open({ id: 'q' }), 'hello', rating({ id: 'q' })],
    ['an optional rating', open({ id: 'q' }), 'hello', rating({ id: 'q', optional: true })],
    ['a single choice', open({ id: 'q' }), 'hello', single({ id: 'q' })],
    ['a multiple choice', rating({ id: 'q' }), 7, multiple({ id: 'q' })],
    ['text', rating({ id: 'q' }), 7, open({ id: 'q' })],
    ['a shorter scale', rating({ id: 'q' }), 9, rating({ id: 'q', scale: 5 })],
    ['a shorter scale that has the number too', rating({ id: 'q' }), 1, rating({ id: 'q', scale: 5 })],
    ['a longer scale', rating({ id: 'q', scale: 5 }), 5, rating({ id: 'q' })],
    ['a rating, after a number in text', open({ id: 'q' }), '4', rating({ id: 'q' })],
    ['other choices', single({ id: 'q' }), 'Blue', single({ id: 'q', choices: ['Red', 'Green'] })],
    [
      'a required question',
      open({ id: 'q', optional: true } as Partial<Question> as never),
      null,
      open({ id: 'q' }),
    ],
    [
      'longer text',
      open({ id: 'q' }),
      'hello',
      open({ id: 'q', validation: [{ type: 'min_length', value: 10 }] } as never),
    ],
  ])('asks again when its question has become %s', (_, before, answer, after) => {
    const { session, at, host } = resumeEdited(before, answer, after)
    expect([at(), session.state().answers]).toEqual([0, {}])
    expect(host.errors).toEqual([{ reason: 'survey_not_resumed', detail: { id: 's1' } }])
  })

  it.each<[string, Question, Answer, Question, Answer]>([
    [
      'one choice more',
      multiple({ id: 'q' }),
      ['Blue'],
      multiple({ id: 'q', choices: ['Blue', 'X'] }),
      ['Blue'],
    ],
    ['an optional one', open({ id: 'q' }), 'hello', open({ id: 'q', optional: true } as never), 'hello'],
  ])('sends the answer when its question has become %s', (_, before, answer, after, expected) => {
    const { session, host } = resumeEdited(before, answer, after)
    session.answer('the last')
    expect(responses(sent(host).pop()!)).toMatchObject({ q: expected, last: 'the last' })
  })
})
