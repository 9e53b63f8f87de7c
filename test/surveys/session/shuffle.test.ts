import { describe, expect, it } from 'vitest'
import { choiceOrder, questionOrder, shuffledIndexes } from '../../../src/surveys/session/shuffle'
import type { Survey } from '../../../src/wire/survey'
import { fakePage } from '../../support/fakePage'
import { open, questions, single, survey } from '../../support/surveys'

const { random } = fakePage()
const sorted = (order: readonly number[]) => [...order].sort((a, b) => a - b)

/** How often each order came out. */
function counts(rounds: number, draw: () => readonly number[]) {
  const found = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const order = draw().join('')
    found.set(order, (found.get(order) ?? 0) + 1)
  }
  return found
}

describe('shuffling', () => {
  it.each([0, 1, 2, 6])('%i positions stay the same positions', count => {
    for (let round = 0; round < 100; round++) {
      expect(sorted(shuffledIndexes(count, random))).toEqual(Array.from({ length: count }, (_, at) => at))
    }
  })

  it.each([
    [2, 2],
    [3, 6],
  ])('of %i positions every one of the %i orders comes out, about equally often', (count, orders) => {
    const found = counts(6000, () => shuffledIndexes(count, random))
    expect(found.size).toBe(orders)
    for (const times of found.values())
      expect(Math.abs(times - 6000 / orders)).toBeLessThan(600 / orders + 100)
  })

  it.each([0, 0.999999])('chance at its end gives an order as well: %d', value => {
    expect(sorted(shuffledIndexes(5, () => value))).toEqual([0, 1, 2, 3, 4])
  })
})

describe('order of choices', () => {
  const choices = ['a', 'b', 'c', 'd', 'e', 'other']

  it('the open choice stays last, whatever comes before it', () => {
    const question = Object.freeze(single({ choices, shuffleOptions: true, hasOpenChoice: true }))
    const found = counts(500, () => choiceOrder(question, random))
    expect([...found.keys()].every(order => order.endsWith('5') && new Set(order).size === 6)).toBe(true)
    expect(found.size).toBeGreaterThan(80)
  })

  it.each<[string, number[], object]>([
    ['as defined without shuffleOptions', [0, 1, 2], {}],
    ['a single one', [0], { choices: ['a'], shuffleOptions: true }],
    ['a single open one', [0], { choices: ['a'], shuffleOptions: true, hasOpenChoice: true }],
    ['none', [], { choices: [], shuffleOptions: true, hasOpenChoice: true }],
  ])('%s', (_, expected, given) => {
    expect(choiceOrder(single(given), random)).toEqual(expected)
  })

  it('is empty for a question without choices', () => {
    expect(choiceOrder(open(), random)).toEqual([])
  })
})

describe('order of questions', () => {
  const asked = (given: Partial<Survey> = {}) =>
    survey({ questions: questions({}, {}, {}), appearance: { shuffleQuestions: true }, ...given })

  it('is by chance, the order of the definition included', () => {
    expect(counts(600, () => questionOrder(asked(), random)!).size).toBe(6)
  })

  it.each<[string, Partial<Survey>]>([
    ['without shuffleQuestions', { appearance: {} }],
    ['with partial responses', { enable_partial_responses: true }],
    ['with branching', { questions: questions({}, { branching: { type: 'end' } }, {}) }],
  ])('is that of the definition %s', (_, given) => {
    expect(questionOrder(asked(given), random)).toBeNull()
  })

  it('is shuffled where branching only says what is so anyway', () => {
    const given = { questions: questions({ branching: { type: 'next_question' } }, {}) }
    expect(sorted(questionOrder(asked(given), random)!)).toEqual([0, 1])
  })

  it('is that of the unfinished run', () => {
    expect(questionOrder(asked(), random, ['c', 'a', 'b'])).toEqual([2, 0, 1])
  })

  it.each([
    ['are too few', ['c', 'a']],
    ['are others', ['c', 'a', 'x']],
    ['repeat themselves', ['c', 'a', 'a']],
    ['are no list', 'cab' as unknown as string[]],
  ])('is drawn anew where the ids of that run %s', (_, ids) => {
    expect(sorted(questionOrder(asked(), random, ids)!)).toEqual([0, 1, 2])
  })
})
