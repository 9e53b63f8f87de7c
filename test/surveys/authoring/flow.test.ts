import { describe, expect, it } from 'vitest'
import { nextStep, pathToQuestion, skipAnswered } from '../../../src/surveys'
import { open, questions, rating, survey } from '../../support/surveys'

const written = survey({
  questions: [
    // As an author may write it: without a scale, which is 10 then.
    rating({
      scale: undefined as never,
      branching: { type: 'response_based', responseValues: { promoters: 2 } },
    }),
    open({ branching: { type: 'specific_question', index: 0 } }),
    open(),
  ],
})

describe('nextStep', () => {
  it('follows the branches of a survey whose questions lack fields', () => {
    expect([nextStep(written, 0, 9), nextStep(written, 0, 5), nextStep(written, 2, null)]).toEqual([
      2,
      1,
      'end',
    ])
  })
})

describe('skipAnswered', () => {
  it('follows the own branch of a question that is answered already', () => {
    expect(skipAnswered(written, 0, [0, 1], () => 10)).toBe(2)
  })
})

describe('pathToQuestion', () => {
  it('returns the positions on the shortest path to a page', () => {
    expect([pathToQuestion(written, 2), pathToQuestion(written, 0)]).toEqual([[0], []])
  })

  it('returns the positions on the shortest path to the end', () => {
    expect(pathToQuestion(written, 3)).toEqual([0, 2])
  })

  it('is empty for a question that no path leads to, and for one that does not exist', () => {
    const skipping = survey({ questions: questions({ branching: { type: 'end' } }, {}) })
    expect([pathToQuestion(skipping, 1), pathToQuestion(skipping, -1)]).toEqual([[], []])
  })

  it('goes around a circle once', () => {
    const circle = survey({
      questions: questions({}, {}, { branching: { type: 'specific_question', index: 1 } }),
    })
    expect([pathToQuestion(circle, 2), pathToQuestion(circle, 1)]).toEqual([[0, 1], [0]])
  })
})
