import { describe, expect, it } from 'vitest'
import { directionOf } from '../../../src/surveys/ui/direction'
import { createTranslate } from '../../../src/surveys/ui/messages'

describe('words of the interface', () => {
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
  ] as const)('in %s for %s: %s', (language, word, text) => {
    expect(createTranslate(overrides, language)(word, 1, 2)).toBe(text)
  })

  it('leave what they are filled with as it is', () => {
    expect(createTranslate({}, 'en')('announce', 'Cash $& {of} carry?')).toBe('Survey: Cash $& {of} carry?')
  })

  it('take no text from where none was written', () => {
    expect(createTranslate({ en: { submit: 7 as unknown as string } }, 'en')('submit')).toBe('Submit')
    expect(createTranslate({}, '__proto__')('submit')).toBe('Submit')
  })
})

describe('direction', () => {
  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa', 'rtl'],
    ['en', 'ltr'],
    ['arn', 'ltr'],
    ['de', 'ltr'],
  ] as const)('of %s is %s', (language, direction) => {
    expect(directionOf(language, undefined as never)).toBe(direction)
  })
})
