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

describe('open text', () => {
  it.each<[string, string, string | null]>([
    ['  ok  ', 'blanks around are cut', 'ok'],
    ['   ', 'blanks are nothing', null],
    ['\n\t', 'nor are line ends', null],
    ['\u00a0\u200b', 'nor what cannot be seen', null],
    ['a\nb', 'line ends inside stay', 'a\nb'],
    ['0', 'zero is something', '0'],
  ])('%j: %s', (text, _, expected) => {
    expect(openRules.answer(open(), text)).toBe(expected)
    expect(openRules.problem(open(), text)?.code).toBe(expected === null ? 'required' : undefined)
  })

  it.each<[string, LengthRule[], string, object | null]>([
    ['too short', [atLeast(10)], 'short', { code: 'too_short', limit: 10 }],
    ['just long enough', [atLeast(10)], '1234567890', null],
    ['too long', [atMost(10)], '12345678901', { code: 'too_long', limit: 10 }],
    ['the first rule that is broken counts', [atLeast(3), atMost(1)], 'ab', { code: 'too_short', limit: 3 }],
    ['blanks do not count', [atLeast(3)], ' a  ', { code: 'too_short', limit: 3 }],
    ['an emoji is one character', [atMost(1)], '👍', null],
    ["the author's words", [atLeast(3, 'More!')], 'a', { code: 'too_short', limit: 3, text: 'More!' }],
    ['a rule without a value', [atLeast()], 'a', null],
    ['a rule that is not known', [{ type: 'email' as never, value: 1 }], 'abc', null],
  ])('length rules: %s', (_, validation, text, expected) => {
    expect(openRules.problem(open({ validation }), text)).toEqual(expected)
  })

  it('an optional text with a rule may be emptied again', () => {
    expect(openRules.problem(open({ optional: true, validation: [atLeast(5)] }), '')).toBeNull()
  })

  it('an optional text left empty is a skip', () => {
    expect(openRules.answer(open({ optional: true }), '')).toBeNull()
  })

  it('takes nothing from an address', () => {
    expect(openRules.prefill(open(), ['text'])).toBeUndefined()
  })
})

describe('link', () => {
  it('reports that it was followed', () => {
    expect(linkRules.answer(link(), true)).toBe('link clicked')
    expect(linkRules.restore(link(), 'link clicked')).toBe(true)
  })

  it.each<[string, boolean, boolean, string | undefined]>([
    ['required and not followed is refused', false, false, 'required'],
    ['optional and not followed is a skip', true, false, undefined],
    ['followed is enough', false, true, undefined],
  ])('%s', (_, optional, draft, word) => {
    expect(linkRules.problem(link({ optional }), draft)?.code).toBe(word)
  })
})
