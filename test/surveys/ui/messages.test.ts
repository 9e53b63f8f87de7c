import { describe, expect, it } from 'vitest'
import { directionOf } from '../../../src/surveys/ui/direction'
import { createTranslate } from '../../../src/surveys/ui/messages'

describe('createTranslate', () => {
  const overrides = {
    de: { submit: 'Absenden', progress: 'Frage {n} von {of}' },
    'de-AT': { submit: 'Schicken' },
    '*': { back: '←' },
  }

  it.each([
    ['de', 'submit', 'Absenden'],
    ['DE-at', 'submit', 'Schicken'],
    ['de-CH', 'submit', 'Absenden'],
    ['de-AT', 'progress', 'Frage 1 von 2'],
    ['fr', 'submit', 'Submit'],
    ['fr', 'back', '←'],
    ['', 'back', '←'],
  ] as const)('returns, in language %s, for %s: %s', (language, key, text) => {
    expect(createTranslate(overrides, language)(key, 1, 2)).toBe(text)
  })

  it('does not interpret placeholders in values', () => {
    expect(createTranslate({}, 'en')('announce', 'Cash $& {of} carry?')).toBe('Survey: Cash $& {of} carry?')
  })

  it('ignores overrides that are not texts, and inherited properties', () => {
    expect(createTranslate({ en: { submit: 7 as unknown as string } }, 'en')('submit')).toBe('Submit')
    expect(createTranslate({}, '__proto__')('submit')).toBe('Submit')
  })
})

describe('directionOf', () => {
  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa', 'rtl'],
    ['en', 'ltr'],
    ['arn', 'ltr'],
    ['de', 'ltr'],
  ] as const)('returns for %s: %s', (language, direction) => {
    expect(directionOf(language, undefined as never)).toBe(direction)
  })
})
