import { describe, expect, it } from 'vitest'
import { maxRemainingQuestions } from '../../../src/surveys/session/maxRemainingQuestions'
import type { Branching, Question, Survey } from '../../../src/wire/survey'
import { npsSurvey, questions, survey } from '../../support/surveys'

const jumpTo = (index: number): Branching => ({ type: 'specific_question', index })
const surveyOf = (...fields: Partial<Question>[]): Survey => survey({ questions: questions(...fields) })

describe('maxRemainingQuestions', () => {
  it.each<[string, Survey, number, number[], number]>([
    ['counts all that follow', surveyOf({}, {}, {}), 0, [], 2],
    ['is 0 on the last question', surveyOf({}, {}), 1, [0], 0],
    ['counts the longest branch', npsSurvey(), 0, [], 2],
    ['counts only the branch that was taken', npsSurvey(), 1, [0], 0],
    ['leaves out questions that a jump skips', surveyOf({ branching: jumpTo(3) }, {}, {}, {}), 0, [], 1],
    [
      'counts all questions within reach in a circle',
      surveyOf({ branching: jumpTo(2) }, {}, { branching: jumpTo(0) }),
      0,
      [],
      1,
    ],
    ['counts the questions of a circle further on', surveyOf({}, {}, { branching: jumpTo(1) }), 0, [], 2],
  ])('%s', (_, definition, index, path, expected) => {
    expect(maxRemainingQuestions(definition, index, path, () => null)).toBe(expected)
  })
})
