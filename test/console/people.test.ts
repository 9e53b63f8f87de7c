import { describe, expect, it } from 'vitest'
import { answersOf } from '../../src/console/people/answersOf'
import { personDetail, personName } from '../../src/console/people/personName'
import type { EventItem, PersonItem } from '../../src/wire/console'

const person = (properties: object, distinct_ids = ['u1']): PersonItem => ({
  id: 'p1',
  distinct_ids,
  properties: { ...properties },
  is_identified: true,
  created_at: '2026-03-31T12:00:00Z',
})

describe('personName and personDetail', () => {
  it.each([
    ['Ann', 'ann@example.com', { name: 'Ann', email: 'ann@example.com' }, ['u1']],
    ['Ann', 'u1', { name: 'Ann' }, ['u1']],
    ['ann@example.com', '', { email: 'ann@example.com', name: '' }, ['u1']],
    ['u1', '', { name: 7 }, ['u1']],
    ['p1', '', {}, []],
  ])('return %s and %s for %j', (name, detail, properties, distinctIds) => {
    const item = person(properties, distinctIds)
    expect([personName(item), personDetail(item)]).toEqual([name, detail])
  })
})

describe('answersOf', () => {
  const sent = (uuid: string, properties: object): EventItem => ({
    uuid,
    event: 'survey sent',
    distinct_id: 'u1',
    person_id: 'p1',
    timestamp: `2026-03-31T12:00:0${uuid}Z`,
    received_at: '2026-03-31T12:00:00Z',
    properties: { $survey_id: 's', $survey_name: 'NPS', ...properties },
  })

  it('returns a submission once, with the answers of its newest event', () => {
    const first = { id: 'a', question: 'Score?', response: 3 }
    const second = { id: 'b', question: 'Why?', response: ['Slow', 'Dear'] }
    const responses = answersOf([
      sent('2', {
        $survey_submission_id: 'x',
        $survey_completed: true,
        $survey_questions: [first, second, { id: 'c', question: 'More?', response: null }],
      }),
      sent('1', { $survey_submission_id: 'x', $survey_completed: false, $survey_questions: [first] }),
      sent('0', { $survey_completed: false }),
    ])
    expect(responses).toEqual([
      {
        id: 'x',
        surveyId: 's',
        surveyName: 'NPS',
        isCompleted: true,
        at: '2026-03-31T12:00:02Z',
        answers: [
          { question: 'Score?', answer: '3' },
          { question: 'Why?', answer: 'Slow, Dear' },
        ],
      },
      {
        id: '0',
        surveyId: 's',
        surveyName: 'NPS',
        isCompleted: false,
        at: '2026-03-31T12:00:00Z',
        answers: [],
      },
    ])
  })
})
