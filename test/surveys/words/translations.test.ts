import { describe, expect, it } from 'vitest'
import { directionOf } from '../../../src/surveys/ui/direction'
import { ENGLISH } from '../../../src/surveys/words/english'
import { TRANSLATIONS } from '../../../src/surveys/words/translations'
import type { Words } from '../../../src/surveys/words/words'

const LANGUAGES: [tag: string, words: Words][] = Object.entries(TRANSLATIONS)

/** Names of the emoji of thumbs in CLDR 45, `annotations`: a second source for these two texts. */
const CLDR_THUMBS: Record<string, [up: string, down: string]> = {
  bg: ['палец нагоре', 'палец надолу'],
  cs: ['palec nahoru', 'palec dolů'],
  da: ['tommelfinger op', 'tommelfinger ned'],
  de: ['daumen hoch', 'daumen runter'],
  el: ['σηκωμένος αντίχειρας', 'κατεβασμένος αντίχειρας'],
  es: ['pulgar hacia arriba', 'pulgar hacia abajo'],
  fa: ['پسندیدن', 'نپسندیدن'],
  fi: ['peukalo ylös', 'peukalo alas'],
  fr: ['pouce vers le haut', 'pouce vers le bas'],
  he: ['אגודל למעלה', 'אגודל למטה'],
  hi: ['थंब्स अप', 'थंब्स डाउन'],
  hu: ['felfelé mutató hüvelykujj', 'lefelé mutató hüvelykujj'],
  id: ['jempol ke atas', 'jempol ke bawah'],
  ja: ['サムズアップ', 'サムズダウン'],
  ko: ['올린 엄지', '내린 엄지'],
  nl: ['duim omhoog', 'duim omlaag'],
  pl: ['kciuk w górę', 'kciuk w dół'],
  pt: ['polegar para cima', 'polegar para baixo'],
  ru: ['большой палец вверх', 'большой палец вниз'],
  sk: ['palec nahor', 'palec nadol'],
  sv: ['tummen upp', 'tummen ned'],
  th: ['ชูนิ้วโป้งขึ้น', 'คว่ำนิ้วโป้งลง'],
  tr: ['baş parmak yukarıda', 'baş parmak aşağıda'],
  zh: ['拇指向上', '拇指向下'],
}
/** Where the name in CLDR is another notion ("approval", "like") or another number. */
const OTHER_THUMBS = ['ar', 'it', 'nb', 'pt-PT', 'ro', 'uk', 'vi', 'zh-Hant']
/** Former and regional tags. */
const ALIASES = ['in', 'iw', 'nn', 'no', 'zh-HK', 'zh-MO', 'zh-TW']

/** Scripts of the letters that a language is written with. */
const SCRIPTS: Record<string, string[]> = {
  Hans: ['Han'],
  Hant: ['Han'],
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul'],
  Arab: ['Arabic'],
  Cyrl: ['Cyrillic'],
  Deva: ['Devanagari'],
  Grek: ['Greek'],
  Hebr: ['Hebrew'],
  Latn: ['Latin'],
  Thai: ['Thai'],
}
const lettersOutside = (text: string, tag: string) => {
  const scripts = SCRIPTS[new Intl.Locale(tag).maximize().script!]!
  const own = new RegExp(scripts.map(script => `\\p{scx=${script}}`).join('|'), 'u')
  return [...text.replace(/\{\w+\}|F8/g, '')].filter(letter => /\p{L}/u.test(letter) && !own.test(letter))
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe('TRANSLATIONS', () => {
  it('has at least 25 languages, each with words of its own', () => {
    expect(new Set(Object.values(TRANSLATIONS)).size).toBeGreaterThanOrEqual(25)
    expect(Object.keys(TRANSLATIONS).filter(tag => !Intl.PluralRules.supportedLocalesOf(tag).length)).toEqual(
      [],
    )
  })

  describe.each(LANGUAGES)('in %s', (tag, words) => {
    const { characters, ...texts } = words
    const all = [...Object.values(texts), ...Object.values(characters)]

    it('has every text, and no other', () => {
      expect(Object.keys(words).sort()).toEqual([...Object.keys(ENGLISH), 'characters'].sort())
      expect(all.filter(text => text.trim() === '' || text !== text.trim())).toEqual([])
    })

    it('has a form for each plural category of the language', () => {
      const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
      expect(Object.keys(characters).sort()).toEqual([...pluralCategories].sort())
    })

    it('has the placeholders of the English text', () => {
      const named = ([key, text]: [string, string]) => [key, placeholders(text)]
      const english = Object.entries(ENGLISH).map(([key, text]): [string, string] => [
        key,
        text.replace(/\{(n|of)\} characters/, '{characters}'),
      ])
      expect(Object.fromEntries(Object.entries(texts).map(named))).toEqual(
        Object.fromEntries(english.map(named)),
      )
      const counts = new Set(Object.values(characters).flatMap(placeholders))
      expect([...counts]).toEqual(['{n}'])
    })

    it('is written in the script of the language', () => {
      expect(all.flatMap(text => lettersOutside(text, tag))).toEqual([])
    })

    it('ends texts like the English ones: without a full stop, thanks with an exclamation mark', () => {
      expect(all.filter(text => /[.:;,،。·]$/u.test(text))).toEqual([])
      if (tag !== 'ja') expect(words.thanks).toMatch(/[!！]$/)
      expect(all.filter(text => /["'´`]| {2}/.test(text))).toEqual([])
    })

    it('calls the thumbs as CLDR does', () => {
      if (OTHER_THUMBS.includes(tag) || ALIASES.includes(tag)) return
      const thumbs = [words.thumbs_up, words.thumbs_down].map(text => text.toLocaleLowerCase(tag))
      expect(thumbs).toEqual(CLDR_THUMBS[tag])
    })
  })

  it('has words for the direction that the card is drawn in', () => {
    for (const [tag, words] of LANGUAGES)
      expect([tag, directionOf('', words.submit, undefined as never)]).toEqual([
        tag,
        directionOf(tag, '', undefined as never),
      ])
  })
})
