import type { Survey } from 'earshot'

/** Returns the codes of all languages that a survey is translated into. */
export function languagesOf(survey: Survey): string[] {
  const tables = [survey, ...survey.questions].map(({ translations }) => translations ?? {})
  return [...new Set(tables.flatMap(Object.keys))].sort()
}

/** Adds an empty translation. */
export const addLanguage = (survey: Survey, language: string): Survey =>
  languagesOf(survey).includes(language)
    ? survey
    : { ...survey, translations: { ...survey.translations, [language]: {} } }

/** Removes a language and all its texts. */
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
  // Only the key `translations` changes, so the result still has the shape of T.
  return (Object.keys(others).length > 0 ? { ...rest, translations: others } : rest) as T
}

/** Returns the English name of a language; the code itself when it has none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    // Not a valid language code.
    return code
  }
}
