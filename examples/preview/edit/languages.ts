import type { Survey } from 'earshot'

/** The languages that a survey has texts in, besides its own. */
export function languagesOf(survey: Survey): string[] {
  const tables = [survey, ...survey.questions].map(({ translations }) => translations ?? {})
  return [...new Set(tables.flatMap(Object.keys))].sort()
}

/** Makes room for texts in one more language. */
export const addLanguage = (survey: Survey, language: string): Survey =>
  languagesOf(survey).includes(language)
    ? survey
    : { ...survey, translations: { ...survey.translations, [language]: {} } }

/** Takes a language out, with all its texts. */
export function removeLanguage(survey: Survey, language: string): Survey {
  return {
    ...withoutLanguage(survey, language),
    questions: survey.questions.map(question => withoutLanguage(question, language)),
  }
}

function withoutLanguage<T extends { translations?: Record<string, unknown> }>(item: T, language: string): T {
  if (!item.translations || !(language in item.translations)) return item
  const { [language]: _, ...others } = item.translations
  const { translations: __, ...rest } = item
  // Only the key `translations` is taken away or made smaller.
  return (Object.keys(others).length > 0 ? { ...rest, translations: others } : rest) as T
}

/** What a language is called in English; the code itself where nobody knows. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    // Not a code, or not yet.
    return code
  }
}
