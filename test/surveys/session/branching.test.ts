import { describe, expect, it } from 'vitest'
import { nextStep, possibleSteps, type Step, skipAnswered } from '../../../src/surveys/session/branching'
import type { Answer, Branching, Question, Survey } from '../../../src/wire/survey'
import { npsSurvey, open, questions, rating, single, survey } from '../../support/surveys'

const jumpTo = (index: unknown): Branching => ({ type: 'specific_question', index: index as number })
const byResponse = (responseValues: unknown): Branching =>
  ({ type: 'response_based', responseValues }) as Branching
const END: Branching = { type: 'end' }
const surveyOf = (...fields: Partial<Question>[]): Survey => survey({ questions: questions(...fields) })

describe('nextStep (interface 2.4, branching)', () => {
  it.each<[string, Branching | undefined, number, Step]>([
    ['returns the next question without branching', undefined, 0, 1],
    ['ends after the last question without branching', undefined, 2, 'end'],
    ['ends at `end`', END, 0, 'end'],
    ['returns the next question at `next_question`', { type: 'next_question' }, 0, 1],
    ['jumps at `specific_question`', jumpTo(2), 0, 2],
    ['jumps back at `specific_question`', jumpTo(0), 2, 0],
    ['returns the next question at `specific_question` without an index', jumpTo(undefined), 0, 1],
    ['returns the next question at `specific_question` with a text', jumpTo('2'), 0, 1],
    ['returns the next question at `response_based` on an open question', byResponse({ x: 'end' }), 0, 1],
    ['returns the next question at an unknown kind', { type: 'teleport' } as never, 0, 1],
    ['returns the next question at an empty kind', { type: '' } as never, 0, 1],
    ['ends at `next_question` on the last question', { type: 'next_question' }, 2, 'end'],
    ['returns the next question at an index past the end (R17)', jumpTo(99), 0, 1],
    ['returns the next question at an index equal to the number of questions (R17)', jumpTo(3), 0, 1],
    ['returns the next question at a negative index (R17)', jumpTo(-1), 0, 1],
    ['ends at an index past the end on the last question (R17)', jumpTo(99), 2, 'end'],
  ])('%s', (_, branching, index, expected) => {
    const fields = [0, 1, 2].map(at => (at === index ? { branching } : {}))
    expect(nextStep(surveyOf(...fields), index, 'text')).toBe(expected)
  })

  it.each<[string, Answer, Step]>([
    ['the first choice', 'Red', 'end'],
    ['the second', 'Green', 1],
    ['one without an entry', 'Blue', 1],
    ['the open choice', 'anything else', 'end'],
  ])('branches by a single choice: %s', (_, answer, expected) => {
    const choices = ['Red', 'Green', 'Blue', 'Black', 'Other']
    const branching = byResponse({ '0': 'end', '1': 1, '4': 'end' })
    const choiceSurvey = survey({ questions: [single({ choices, hasOpenChoice: true, branching }), open()] })
    expect(nextStep(choiceSurvey, 0, answer)).toBe(expected)
  })

  it.each<[string, unknown, Answer, Step]>([
    ['a skipped question', { negative: 2 }, null, 1],
    ['an answer outside the scale', { negative: 2 }, 99, 1],
    ['no values', {}, 7, 1],
    ['values that are null', null, 7, 1],
    ['a value without a meaning', { positive: 'next_question' }, 7, 1],
    ['an index without a question (R17)', { positive: 9 }, 7, 1],
    ['an inherited property name', {}, 'constructor', 1],
    ['a bucket', { positive: 2 }, 5, 2],
  ])('branches by a rating: %s', (_, values, answer, expected) => {
    const ratingSurvey = survey({
      questions: [rating({ scale: 7, branching: byResponse(values) }), open(), open()],
    })
    expect(nextStep(ratingSurvey, 0, answer)).toBe(expected)
  })

  it('returns the next question for a scale without buckets', () => {
    const ratingSurvey = survey({
      questions: [rating({ scale: 4, branching: byResponse({ positive: 'end' }) }), open()],
    })
    expect(nextStep(ratingSurvey, 0, 4)).toBe(1)
  })

  it('ends after a question that does not exist', () => {
    expect(nextStep(surveyOf({}, {}), 7, null)).toBe('end')
  })

  it('follows a chain of jumps', () => {
    const letters = 'ABCDEFGH'.split('')
    const order = 'AGCEHDFB'.split('')
    const chained = letters.map(letter => {
      const next = order[order.indexOf(letter) + 1]
      return { branching: next ? jumpTo(letters.indexOf(next)) : END }
    })
    const jumpSurvey = surveyOf(...chained)
    const path: string[] = []
    for (let step: Step = 0; step !== 'end'; step = nextStep(jumpSurvey, step, 'x')) path.push(letters[step]!)
    expect(path).toEqual(order)
  })

  it.each<[string, Answer[], number[]]>([
    ['a detractor', [0, 'late'], [0, 1]],
    ['a passive', [7, 'Lower prices'], [0, 2]],
    ['a promoter who writes no review', [10, 'No', null], [0, 3, 5]],
    ['a promoter who writes a review', [10, 'Yes', 'link clicked'], [0, 3, 4]],
  ])('follows the path of %s', (_, answers, expected) => {
    const path: number[] = []
    for (let step: Step = 0; step !== 'end'; step = nextStep(npsSurvey(), step, answers[path.length - 1]!))
      path.push(step)
    expect(path).toEqual(expected)
  })
})

describe('skipAnswered', () => {
  const circle = surveyOf({ branching: jumpTo(2) }, {}, { branching: jumpTo(0) })
  const noAnswer = () => null

  it.each<[string, Survey, Step, number[], Step]>([
    ['returns a step to a question without an answer', circle, 2, [0], 2],
    ['ends a circle', circle, 0, [0, 2], 'end'],
    ['ends at a question that branches to itself', surveyOf({ branching: jumpTo(0) }, {}), 0, [0], 'end'],
    ["follows an answered question's own branch", surveyOf({}, {}, { branching: jumpTo(0) }), 0, [0, 2], 1],
    ['returns the end', circle, 'end', [0], 'end'],
  ])('%s', (_, definition, step, answered, expected) => {
    expect(skipAnswered(definition, step, new Set(answered), noAnswer)).toBe(expected)
  })

  it('follows the branch of the answer that was given', () => {
    const backSurvey = survey({
      questions: [
        single({ branching: byResponse({ '0': 3 }) }),
        open(),
        open({ branching: jumpTo(0) }),
        open(),
      ],
    })
    expect(skipAnswered(backSurvey, 0, new Set([0, 2]), () => 'Red')).toBe(3)
    expect(skipAnswered(backSurvey, 0, new Set([0, 2]), () => 'Blue')).toBe(1)
  })
})

describe('possibleSteps', () => {
  it.each<[string, Survey, number, Step[]]>([
    ['returns one question', surveyOf({}, {}), 0, [1]],
    ['returns the end', surveyOf({}, {}), 1, ['end']],
    ['returns every branch', npsSurvey(), 0, [1, 2, 3]],
    [
      'includes the next question when some answer has no branch',
      survey({ questions: [single({ branching: byResponse({ '0': 2 }) }), open(), open()] }),
      0,
      [2, 1],
    ],
    [
      'leaves out the next question when every answer has another branch',
      survey({
        questions: [
          single({ branching: byResponse({ '0': 2, '1': 2, '2': 'end' }) }),
          ...questions({ id: 'b' }, { id: 'c' }),
        ],
      }),
      0,
      [2, 'end'],
    ],
    [
      'returns the next question when no answer can branch',
      surveyOf({ branching: byResponse({ x: 'end' }) }, {}),
      0,
      [1],
    ],
    [
      'includes the next question when this one can be skipped',
      survey({
        questions: [
          rating({ scale: 2, optional: true, branching: byResponse({ positive: 'end', negative: 'end' }) }),
          open(),
        ],
      }),
      0,
      ['end', 1],
    ],
  ])('%s', (_, definition, index, expected) => {
    expect(possibleSteps(definition, index)).toEqual(expected)
  })
})
