import { ENGLISH, type MessageKey, type WordLookup } from '../words/english'

/** Returns a built-in text in the visitor's language. */
export type Translate = (key: MessageKey, n?: string | number, of?: string | number) => string

/**
 * Creates the lookup of built-in texts for one language.
 *
 * @param overrides Texts of the website: language -> key -> text. `*` stands for every language.
 * @param language The language of the survey, or of the website when that is not known. Looked up as it is, then without its
 *   region, then as `*`.
 * @param lookUp The built-in texts of other languages, once they have loaded.
 */
export function createTranslate(
  overrides: Record<string, Record<string, string>>,
  language: string,
  lookUp: WordLookup | undefined,
): Translate {
  const lower = language.toLowerCase()
  const tables = [lower, lower.split('-')[0], '*'].map(
    name => Object.entries(overrides ?? {}).find(([key]) => key.toLowerCase() === name)?.[1],
  )
  return (key, n = '', of = '') => {
    const override = tables.map(table => table?.[key]).find(text => typeof text === 'string')
    const text = override ?? lookUp?.(language, key, +(of || n)) ?? ENGLISH[key]
    return text.replace(/\{(n|of)\}/g, (_, name) => `${name === 'n' ? n : of}`)
  }
}
