import { attempt } from '../../lib/attempt'
import type { WordLookup } from './english'
import { TRANSLATIONS } from './translations'
import type { Words } from './words'

const WORDS_BY_TAG = new Map(Object.entries(TRANSLATIONS).map(([tag, words]) => [tag.toLowerCase(), words]))

/** Returns the words of a language tag, else of its language and script, else of its language. */
function wordsOf(language: string): Words | undefined {
  const parts = language.toLowerCase().split('-')
  const tags = [parts, parts.slice(0, 2), parts.slice(0, 1)].map(tag => tag.join('-'))
  return tags.map(tag => WORDS_BY_TAG.get(tag)).find(Boolean)
}

/** Looks up a text. What it counts has the form that the plural rules of the browser name for the number. See D-560. */
export const lookUpWord: WordLookup = (language, key, count) => {
  const words = wordsOf(language)
  if (!words) return undefined
  // A browser may have no plural rules.
  const category = attempt(() => new Intl.PluralRules(language).select(count), 'other')
  const form = words.characters[category] ?? words.characters.other
  // Of two numbers, the second decides the form.
  return words[key].replace('{characters}', key === 'between' ? form.replace('{n}', '{of}') : form)
}
