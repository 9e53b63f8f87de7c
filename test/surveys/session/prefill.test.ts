import { describe, expect, it } from 'vitest'
import { answersFromCode, answersInUrl, type PrefilledAnswers } from '../../../src/surveys/session/prefill'
import { link, multiple, open, rating, single, survey } from '../../support/surveys'

const asked = survey({
  questions: [
    single({ choices: ['a', 'b', 'c', 'd'] }),
    multiple(),
    rating(),
    open(),
    link(),
    rating({ scale: 5 }),
  ],
})
const entries = (answers: PrefilledAnswers) =>
  answers.flatMap((answer, index) => (answer === undefined ? [] : [[index, answer]]))
const inUrl = (query: string) => entries(answersInUrl(asked, `https://shop.test/${query}`))

describe('answers in the address', () => {
  it.each<[string, string, [number, unknown][]]>([
    ['a choice by its position', '?q0=1', [[0, 'b']]],
    ['not past the choices', '?q0=9', []],
    ['several choices, each once', '?q1=0&q1=0&q1=2', [[1, ['Red', 'Blue']]]],
    ['a rating', '?q2=0', [[2, 0]]],
    ['not past the scale', '?q2=11', []],
    ['not 0 where the scale begins at 1', '?q5=0', []],
    ['not an open text', '?q3=hello', []],
    ['not a link', '?q4=1', []],
    [
      'several questions',
      '?q0=0&q2=9',
      [
        [0, 'a'],
        [2, 9],
      ],
    ],
    ['not for questions there are not', '?q9=1', []],
    ['among other things', '?utm=x&q0=1&auto_submit=true', [[0, 'b']]],
    ['percent-encoded', '?%71%30=%31', [[0, 'b']]],
    ['not what cannot be decoded; the rest counts', '?q0=%E0%A4%A&q2=3', [[2, 3]]],
    ['what follows a second equals sign belongs to the value', '?q0=1=2', []],
    ['a pair without a value is none', '?q0', []],
    ['not from the fragment', '#?q0=1', []],
    ['not without a query', '', []],
    ['after a second question mark as well', '?a=b?c&q0=1', [[0, 'b']]],
  ])('%s', (_, query, expected) => {
    expect(inUrl(query)).toEqual(expected)
  })
})

describe('answers from code', () => {
  it.each<[string, Record<number, unknown>, [number, unknown][]]>([
    ['a position', { 0: 1 }, [[0, 'b']]],
    ['positions', { 1: [2, 0] }, [[1, ['Blue', 'Red']]]],
    ['a value of a rating', { 2: 9 }, [[2, 9]]],
    ['a label', { 0: 'c' }, [[0, 'c']]],
    ['labels', { 1: ['Green'] }, [[1, ['Green']]]],
    ['a text', { 3: ' late ' }, [[3, 'late']]],
    ['not what fits nothing', { 0: 'z', 2: 99, 3: '', 8: 1 }, []],
    ['not other things', { 0: null, 1: {}, 2: true, 3: undefined }, []],
  ])('%s', (_, given, expected) => {
    expect(entries(answersFromCode(asked, given))).toEqual(expected)
  })
})
