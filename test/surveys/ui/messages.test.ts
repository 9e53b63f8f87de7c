import { describe, expect, it } from 'vitest'
import { directionOf } from '../../../src/surveys/ui/direction'
import { createTranslate } from '../../../src/surveys/ui/messages'
import { lookUpWord } from '../../../src/surveys/words/lookUpWord'

const translate = (overrides: Record<string, Record<string, string>>, language: string) =>
  createTranslate(overrides, language, lookUpWord)

describe('createTranslate', () => {
  const overrides = {
    fr: { submit: 'Soumettre', progress: 'Étape {n} sur {of}' },
    'fr-BE': { submit: 'Remettre' },
    '*': { back: '←' },
  }

  it.each([
    ['fr', 'submit', 'Soumettre'],
    ['FR-be', 'submit', 'Remettre'],
    ['fr-CH', 'submit', 'Soumettre'],
    ['fr-BE', 'progress', 'Étape 1 sur 2'],
    ['fr', 'skip', 'Passer'],
    ['de', 'submit', 'Absenden'],
    ['de', 'back', '←'],
    ['xx', 'submit', 'Submit'],
    ['xx', 'back', '←'],
    ['', 'back', '←'],
  ] as const)('returns, in language %s, for %s: %s', (language, key, text) => {
    expect(translate(overrides, language)(key, 1, 2)).toBe(text)
  })

  it.each([
    ['zh-CN', '提交'],
    ['zh-Hans-SG', '提交'],
    ['zh-TW', '送出'],
    ['zh-Hant-HK', '送出'],
    ['pt-BR', 'Pular'],
    ['pt-PT', 'Ignorar'],
    ['no', 'Hopp over'],
    ['iw', 'דילוג'],
  ] as const)('finds the words of %s', (language, text) => {
    const key = language.startsWith('zh') ? 'submit' : 'skip'
    expect(translate({}, language)(key)).toBe(text)
  })

  it.each([
    ['en', 2, 'At least 2 characters'],
    ['pl', 1, 'Co najmniej 1 znak'],
    ['pl', 3, 'Co najmniej 3 znaki'],
    ['pl', 5, 'Co najmniej 5 znaków'],
    ['pl', 22, 'Co najmniej 22 znaki'],
    ['ar', 2, 'حرفان على الأقل'],
    ['ar', 7, '7 أحرف على الأقل'],
    ['ar', 20, '20 حرفًا على الأقل'],
    ['ru', 21, 'Минимум 21 символ'],
    ['ja', 5, '5文字以上'],
  ] as const)('inflects, in language %s, the noun after %i', (language, count, text) => {
    expect(translate({}, language)('at_least', count)).toBe(text)
  })

  it('inflects after the second of two numbers', () => {
    expect(translate({}, 'cs')('between', 2, 5)).toBe('2 až 5 znaků')
  })

  it('uses the general form where the browser has no plural rules or does not know the language', () => {
    const { PluralRules } = Intl
    Object.assign(Intl, { PluralRules: undefined })
    try {
      expect(translate({}, 'cs')('at_least', 2)).toBe('Alespoň 2 znaků')
    } finally {
      Object.assign(Intl, { PluralRules })
    }
    expect(translate({}, 'not a tag')('at_least', 1)).toBe('At least 1 characters')
  })

  it('replaces a text that counts by that of the website', () => {
    const overrides = { de: { at_least: 'Ab {n} Buchstaben' } }
    expect(translate(overrides, 'de')('at_least', 5)).toBe('Ab 5 Buchstaben')
  })

  it('is in English until the words have loaded', () => {
    expect(createTranslate({}, 'de', undefined)('submit')).toBe('Submit')
  })

  it('does not interpret placeholders in values', () => {
    expect(translate({}, 'en')('announce', 'Cash $& {of} carry?')).toBe('Survey: Cash $& {of} carry?')
  })

  it('ignores overrides that are not texts, and inherited properties', () => {
    expect(translate({ en: { submit: 7 as unknown as string } }, 'en')('submit')).toBe('Submit')
    expect(translate({ en: null as never }, 'en')('submit')).toBe('Submit')
    expect(translate({}, '__proto__')('submit')).toBe('Submit')
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
  ] as const)('returns for the language %s: %s', (language, direction) => {
    expect(directionOf(language, '', undefined as never)).toBe(direction)
  })

  it.each([
    ['ما رأيك؟', 'rtl'],
    ['1. «ما رأيك» (NPS)?', 'rtl'],
    ['מה דעתך?', 'rtl'],
    ['NPS: ما رأيك؟', 'ltr'],
    ['Πώς;', 'ltr'],
    ['どうですか', 'ltr'],
  ] as const)('returns for the text %s, whose language is unknown: %s', (text, direction) => {
    expect(directionOf('', text, undefined as never)).toBe(direction)
  })
})
