import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersFromCode, answersInUrl, type PrefilledAnswers } from '../../../src/surveys/session/prefill'
import { link, multiple, open, rating, single, survey } from '../../support/surveys'

const definition = survey({
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
const inUrl = (query: string) => entries(answersInUrl(definition, `https://shop.test/${query}`))

describe('answersInUrl', () => {
  it.each<[string, string, [number, unknown][]]>([
    ['reads a choice by its index', '?q0=1', [[0, 'b']]],
    ['ignores an index past the choices', '?q0=9', []],
    ['reads several choices, each once', '?q1=0&q1=0&q1=2', [[1, ['Red', 'Blue']]]],
    ['reads a rating', '?q2=0', [[2, 0]]],
    ['ignores a rating past the scale', '?q2=11', []],
    ['ignores 0 when the scale starts at 1', '?q5=0', []],
    ['ignores an open text', '?q3=hello', []],
    ['ignores a link', '?q4=1', []],
    [
      'reads several questions',
      '?q0=0&q2=9',
      [
        [0, 'a'],
        [2, 9],
      ],
    ],
    ['ignores an unknown question', '?q9=1', []],
    ['ignores other parameters', '?utm=x&q0=1&auto_submit=true', [[0, 'b']]],
    ['decodes percent-encoding', '?%71%30=%31', [[0, 'b']]],
    ['ignores only the parameter that cannot be decoded', '?q0=%E0%A4%A&q2=3', [[2, 3]]],
    ['includes a second equals sign in the value', '?q0=1=2', []],
    ['ignores a parameter without a value', '?q0', []],
    ['ignores the fragment', '#?q0=1', []],
    ['returns nothing without a query', '', []],
    ['reads on after a second question mark', '?a=b?c&q0=1', [[0, 'b']]],
  ])('%s', (_, query, expected) => {
    expect(inUrl(query)).toEqual(expected)
  })
})

describe('answersInUrl where the page has no URL (R3E)', () => {
  afterEach(() => vi.unstubAllGlobals())
  it.each(['URL', 'URLSearchParams'])('returns no answers without %s, and throws nothing', name => {
    vi.stubGlobal(name, undefined)
    expect(answersInUrl(definition, '')).toHaveLength(6)
  })
})

describe('answersFromCode', () => {
  it.each<[string, Record<number, unknown>, [number, unknown][]]>([
    ['reads a choice by its index', { 0: 1 }, [[0, 'b']]],
    ['reads choices by their indexes', { 1: [2, 0] }, [[1, ['Blue', 'Red']]]],
    ['reads a rating', { 2: 9 }, [[2, 9]]],
    ['reads a choice by its label', { 0: 'c' }, [[0, 'c']]],
    ['reads choices by their labels', { 1: ['Green'] }, [[1, ['Green']]]],
    ['reads a text', { 3: ' late ' }, [[3, 'late']]],
    ['ignores values that do not fit', { 0: 'z', 2: 99, 3: '', 8: 1 }, []],
    ['ignores values of other types', { 0: null, 1: {}, 2: true, 3: undefined }, []],
  ])('%s', (_, input, expected) => {
    expect(entries(answersFromCode(definition, input))).toEqual(expected)
  })
})
