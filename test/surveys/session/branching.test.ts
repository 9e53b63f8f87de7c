import { describe, expect, it } from 'vitest'
import { nextStep, possibleSteps, type Step, skipAnswered } from '../../../src/surveys/session/branching'
import { maxRemainingQuestions } from '../../../src/surveys/session/maxRemainingQuestions'
import type { Answer, Branching, Question, Survey } from '../../../src/wire/survey'
import { npsSurvey, open, questions, rating, single, survey } from '../../support/surveys'

const to = (index: unknown): Branching => ({ type: 'specific_question', index: index as number })
const by = (responseValues: unknown): Branching => ({ type: 'response_based', responseValues }) as Branching
const END: Branching = { type: 'end' }
const asks = (...given: Partial<Question>[]): Survey => survey({ questions: questions(...given) })

describe('2.4 branching', () => {
  it.each<[string, Branching | undefined, number, Step]>([
    ['none goes on', undefined, 0, 1],
    ['none on the last question ends', undefined, 2, 'end'],
    ['end ends', END, 0, 'end'],
    ['next_question goes on', { type: 'next_question' }, 0, 1],
    ['specific_question jumps', to(2), 0, 2],
    ['specific_question jumps back', to(0), 2, 0],
    ['specific_question without a position goes on', to(undefined), 0, 1],
    ['specific_question with a text goes on', to('2'), 0, 1],
    ['response_based on an open question goes on', by({ x: 'end' }), 0, 1],
    ['an unknown kind goes on', { type: 'teleport' } as never, 0, 1],
    ['an empty kind goes on', { type: '' } as never, 0, 1],
    ['next_question on the last question ends', { type: 'next_question' }, 2, 'end'],
    ['a position past the end ends', to(99), 0, 'end'],
    ['a position as large as the number of questions ends', to(3), 0, 'end'],
    ['a negative position ends', to(-1), 0, 'end'],
  ])('%s', (_, branching, index, expected) => {
    const given = [{}, {}, {}].map((fields, at) => (at === index ? { ...fields, branching } : fields))
    expect(nextStep(asks(...given), index, 'text')).toBe(expected)
  })

  it.each<[string, Answer, Step]>([
    ['the first choice', 'Red', 'end'],
    ['the second', 'Green', 1],
    ['one without an entry goes on', 'Blue', 1],
    ['the open choice', 'anything else', 'end'],
  ])('a single choice by %s', (_, answer, expected) => {
    const choices = ['Red', 'Green', 'Blue', 'Black', 'Other']
    const branching = by({ '0': 'end', '1': 1, '4': 'end' })
    const asked = survey({ questions: [single({ choices, hasOpenChoice: true, branching }), open()] })
    expect(nextStep(asked, 0, answer)).toBe(expected)
  })

  it.each<[string, unknown, Answer, Step]>([
    ['a skipped answer goes on', { negative: 2 }, null, 1],
    ['an answer outside of the scale goes on', { negative: 2 }, 99, 1],
    ['no values go on', {}, 7, 1],
    ['values that are null go on', null, 7, 1],
    ['a value that means nothing goes on', { positive: 'next_question' }, 7, 1],
    ['a position the survey does not have ends', { positive: 9 }, 7, 'end'],
    ['a name of every object is no key', {}, 'constructor', 1],
    ['a bucket leads to its position', { positive: 2 }, 5, 2],
  ])('a rating: %s', (_, values, answer, expected) => {
    const asked = survey({ questions: [rating({ scale: 7, branching: by(values) }), open(), open()] })
    expect(nextStep(asked, 0, answer)).toBe(expected)
  })

  it('a scale without parts goes on', () => {
    const asked = survey({ questions: [rating({ scale: 4, branching: by({ positive: 'end' }) }), open()] })
    expect(nextStep(asked, 0, 4)).toBe(1)
  })

  it('a chain of jumps', () => {
    const letters = 'ABCDEFGH'.split('')
    const order = 'AGCEHDFB'.split('')
    const chained = letters.map(letter => {
      const next = order[order.indexOf(letter) + 1]
      return { branching: next ? to(letters.indexOf(next)) : END }
    })
    const asked = asks(...chained)
    const path: string[] = []
    for (let at: Step = 0; at !== 'end'; at = nextStep(asked, at, 'x')) path.push(letters[at]!)
    expect(path).toEqual(order)
  })

  it.each<[string, Answer[], number[]]>([
    ['a detractor', [0, 'late'], [0, 1]],
    ['a passive', [7, 'Lower prices'], [0, 2]],
    ['a promoter who will not', [10, 'No', null], [0, 3, 5]],
    ['a promoter who will', [10, 'Yes', 'link clicked'], [0, 3, 4]],
  ])('%s', (_, answers, expected) => {
    const asked = npsSurvey()
    const path: number[] = []
    for (let at: Step = 0; at !== 'end'; at = nextStep(asked, at, answers[path.length - 1]!)) path.push(at)
    expect(path).toEqual(expected)
  })
})

describe('branching in circles', () => {
  const circle = asks({ branching: to(2) }, {}, { branching: to(0) })
  const never = () => null

  it.each<[string, Survey, Step, number[], Step]>([
    ['a step forward is taken', circle, 2, [0], 2],
    ['a circle ends', circle, 0, [0, 2], 'end'],
    ['a question that leads to itself ends', asks({ branching: to(0) }, {}), 0, [0], 'end'],
    ['an answered question is passed over', asks({}, {}, { branching: to(0) }), 0, [0, 2], 1],
    ['the end stays the end', circle, 'end', [0], 'end'],
  ])('%s', (_, asked, step, visited, expected) => {
    expect(skipAnswered(asked, step, visited, never)).toBe(expected)
  })

  it('passes over by the answer that was given', () => {
    const asked = survey({
      questions: [single({ branching: by({ '0': 3 }) }), open(), open({ branching: to(0) }), open()],
    })
    expect(skipAnswered(asked, 0, [0, 2], () => 'Red')).toBe(3)
    expect(skipAnswered(asked, 0, [0, 2], () => 'Blue')).toBe(1)
  })
})

describe('what can follow', () => {
  it.each<[string, Survey, number, Step[]]>([
    ['one question', asks({}, {}), 0, [1]],
    ['the end', asks({}, {}), 1, ['end']],
    ['every branch', npsSurvey(), 0, [1, 2, 3]],
    [
      'also the next one, where not every answer has a branch',
      survey({ questions: [single({ branching: by({ '0': 2 }) }), open(), open()] }),
      0,
      [2, 1],
    ],
    [
      'also the next one, where it can be skipped',
      survey({
        questions: [
          rating({ scale: 2, optional: true, branching: by({ positive: 'end', negative: 'end' }) }),
          open(),
        ],
      }),
      0,
      ['end', 1],
    ],
  ])('%s', (_, asked, index, expected) => {
    expect(possibleSteps(asked, index)).toEqual(expected)
  })

  it.each<[string, Survey, number, number[], number]>([
    ['all that follow', asks({}, {}, {}), 0, [], 2],
    ['none on the last question', asks({}, {}), 1, [0], 0],
    ['the longest branch', npsSurvey(), 0, [], 2],
    ['the branch that was taken', npsSurvey(), 1, [0], 0],
    ['a jump leaves questions out', asks({ branching: to(3) }, {}, {}, {}), 0, [], 1],
    ['in a circle, all within reach', asks({ branching: to(2) }, {}, { branching: to(0) }), 0, [], 1],
  ])('how many questions: %s', (_, asked, index, path, expected) => {
    expect(maxRemainingQuestions(asked, index, path, () => null)).toBe(expected)
  })
})
