import { describe, expect, it } from 'vitest'
import { choiceOrder, questionOrder, shuffledIndexes } from '../../../src/surveys/session/shuffle'
import type { Survey } from '../../../src/wire/survey'
import { fakePage } from '../../support/fakePage'
import { open, questions, single, survey } from '../../support/surveys'

const { random } = fakePage()
const sorted = (order: readonly number[]) => [...order].sort((a, b) => a - b)

/** Counts how often each order occurs. */
function countOrders(rounds: number, draw: () => readonly number[]) {
  const counts = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const order = draw().join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  return counts
}

describe('shuffledIndexes', () => {
  it.each([0, 1, 2, 6])('returns each of %i indexes once', count => {
    for (let round = 0; round < 100; round++) {
      expect(sorted(shuffledIndexes(count, random))).toEqual(Array.from({ length: count }, (_, at) => at))
    }
  })

  it.each([
    [2, 2],
    [3, 6],
  ])('returns %i indexes in each of %i orders about equally often', (count, orders) => {
    const counts = countOrders(6000, () => shuffledIndexes(count, random))
    expect(counts.size).toBe(orders)
    for (const times of counts.values())
      expect(Math.abs(times - 6000 / orders)).toBeLessThan(600 / orders + 100)
  })

  it.each([0, 0.999999])('returns a valid order when random() is %d', value => {
    expect(sorted(shuffledIndexes(5, () => value))).toEqual([0, 1, 2, 3, 4])
  })
})

describe('choiceOrder', () => {
  const choices = ['a', 'b', 'c', 'd', 'e', 'other']

  it('keeps the open choice last', () => {
    const question = Object.freeze(single({ choices, shuffleOptions: true, hasOpenChoice: true }))
    const counts = countOrders(500, () => choiceOrder(question, random))
    expect([...counts.keys()].every(order => order.endsWith('5') && new Set(order).size === 6)).toBe(true)
    expect(counts.size).toBeGreaterThan(80)
  })

  it.each<[string, number[], object]>([
    ['returns the order of the definition without shuffleOptions', [0, 1, 2], {}],
    ['returns a single choice', [0], { choices: ['a'], shuffleOptions: true }],
    ['returns a single open choice', [0], { choices: ['a'], shuffleOptions: true, hasOpenChoice: true }],
    ['is empty when there are no choices', [], { choices: [], shuffleOptions: true, hasOpenChoice: true }],
  ])('%s', (_, expected, fields) => {
    expect(choiceOrder(single(fields), random)).toEqual(expected)
  })

  it('is empty for a question without choices', () => {
    expect(choiceOrder(open(), random)).toEqual([])
  })
})

describe('questionOrder', () => {
  const shuffled = (fields: Partial<Survey> = {}) =>
    survey({ questions: questions({}, {}, {}), appearance: { shuffleQuestions: true }, ...fields })

  it('returns any order, that of the definition included', () => {
    expect(countOrders(600, () => questionOrder(shuffled(), random)!).size).toBe(6)
  })

  it.each<[string, Partial<Survey>]>([
    ['without shuffleQuestions', { appearance: {} }],
    ['with partial responses', { enable_partial_responses: true }],
    ['with branching', { questions: questions({}, { branching: { type: 'end' } }, {}) }],
  ])('is null %s', (_, fields) => {
    expect(questionOrder(shuffled(fields), random)).toBeNull()
  })

  it('shuffles when the only branching is next_question', () => {
    const fields = { questions: questions({ branching: { type: 'next_question' } }, {}) }
    expect(sorted(questionOrder(shuffled(fields), random)!)).toEqual([0, 1])
  })

  it('returns the order of the session to resume', () => {
    const orders = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'].map(ids => [...ids])
    expect(orders.map(ids => questionOrder(shuffled(), random, ids))).toEqual([
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ])
  })

  it.each([
    ['are too few', ['c', 'a']],
    ['are unknown', ['c', 'a', 'x']],
    ['are repeated', ['c', 'a', 'a']],
    ['are no list', 'cab' as unknown as string[]],
  ])('shuffles again when the saved ids %s', (_, ids) => {
    expect(sorted(questionOrder(shuffled(), random, ids)!)).toEqual([0, 1, 2])
  })
})
