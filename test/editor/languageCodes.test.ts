import { describe, expect, it } from 'vitest'
import { LANGUAGE_CODES, languageCode } from '../../src/editor/inspector/languages/languageCodes'
import { TRANSLATIONS } from '../../src/surveys/words/translations'

describe('LANGUAGE_CODES', () => {
  it('has each language with built-in words once, and English', () => {
    const others = LANGUAGE_CODES.filter(code => code !== 'en')
    expect(others).toHaveLength(LANGUAGE_CODES.length - 1)
    const words = others.map(code => TRANSLATIONS[code])
    expect(new Set(words)).toEqual(new Set(Object.values(TRANSLATIONS)))
    expect(new Set(words).size).toBe(others.length)
  })
})

describe('languageCode', () => {
  it.each([
    ['de', 'de'],
    [' pt-BR ', 'pt-BR'],
    ['German', 'de'],
    ['european portuguese', 'pt-PT'],
    ['Klingonese', undefined],
    ['', undefined],
  ])('reads "%s" as %s', (text, code) => {
    expect(languageCode(text)).toBe(code)
  })
})
