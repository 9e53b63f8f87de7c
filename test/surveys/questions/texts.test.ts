import { describe, expect, it } from 'vitest'
import { linkRules } from '../../../src/surveys/questions/link/answer'
import { openRules } from '../../../src/surveys/questions/open/answer'
import type { LengthRule } from '../../../src/wire/survey'
import { link, open } from '../../support/surveys'

const atLeast = (value?: number, errorMessage?: string): LengthRule => ({
  type: 'min_length',
  value,
  errorMessage,
})
const atMost = (value?: number): LengthRule => ({ type: 'max_length', value })

describe('openRules', () => {
  it.each<[string, string, string | null]>([
    ['  ok  ', 'trims blanks', 'ok'],
    ['   ', 'refuses blanks', null],
    ['\n\t', 'refuses line breaks', null],
    ['\u00a0\u200b', 'refuses invisible characters', null],
    ['a\nb', 'keeps inner line breaks', 'a\nb'],
    ['0', 'accepts zero', '0'],
  ])('for %j: %s', (text, _, expected) => {
    expect(openRules.answer(open(), text)).toBe(expected)
    expect(openRules.problem(open(), text)?.code).toBe(expected === null ? 'required' : undefined)
  })

  it.each<[string, LengthRule[], string, object | null]>([
    ['refuses a short text', [atLeast(10)], 'short', { code: 'too_short', limit: 10 }],
    ['accepts the minimum length', [atLeast(10)], '1234567890', null],
    ['refuses a long text', [atMost(10)], '12345678901', { code: 'too_long', limit: 10 }],
    ['reports the first broken rule', [atLeast(3), atMost(1)], 'ab', { code: 'too_short', limit: 3 }],
    ['does not count blanks around the text', [atLeast(3)], ' a  ', { code: 'too_short', limit: 3 }],
    ['counts an emoji as one character', [atMost(1)], '👍', null],
    [
      "reports the author's message",
      [atLeast(3, 'More!')],
      'a',
      { code: 'too_short', limit: 3, text: 'More!' },
    ],
    ['ignores a rule without a value', [atLeast()], 'a', null],
    ['ignores an unknown rule', [{ type: 'email' as never, value: 1 }], 'abc', null],
  ])('%s by length rules', (_, validation, text, expected) => {
    expect(openRules.problem(open({ validation }), text)).toEqual(expected)
  })

  it('accepts an empty optional text despite length rules', () => {
    expect(openRules.problem(open({ optional: true, validation: [atLeast(5)] }), '')).toBeNull()
  })

  it('reports null for an empty optional text', () => {
    expect(openRules.answer(open({ optional: true }), '')).toBeNull()
  })

  it('prefills nothing', () => {
    expect(openRules.prefill(open(), ['text'])).toBeUndefined()
  })
})

describe('linkRules', () => {
  it('reports and restores a click', () => {
    expect(linkRules.answer(link(), true)).toBe('link clicked')
    expect(linkRules.restore(link(), 'link clicked')).toBe(true)
  })

  it.each<[string, boolean, boolean, string | undefined]>([
    ['refuses a missing click when required', false, false, 'required'],
    ['accepts a missing click when optional', true, false, undefined],
    ['accepts a click', false, true, undefined],
  ])('%s', (_, optional, draft, code) => {
    expect(linkRules.problem(link({ optional }), draft)?.code).toBe(code)
  })
})
