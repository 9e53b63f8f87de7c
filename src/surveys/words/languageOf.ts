import type { Survey } from '../../wire/survey'

/** A survey and the language it is displayed in, as a session has them. */
export interface LanguageState {
  survey: Survey
  /** Key of the translation on display; `null` for the base language. */
  language: string | null
}

/** Whether the built-in texts of a language need no file. An unknown language counts as English. */
export const isEnglish = (language: string): boolean => /^(en\b|$)/i.test(language)

/**
 * Returns the language of a survey's texts. The base language of a survey without translations counts as unknown when it is
 * English, because it is mostly a default of the service. See D-561.
 *
 * @param pageLanguage Stands for the unknown language of a survey without translations.
 */
export function languageOf({ survey, language }: LanguageState, pageLanguage = ''): string {
  const base = survey.base_language ?? ''
  const isTranslated = [survey, ...survey.questions].some(
    ({ translations }) => Object.keys(translations ?? {})[0],
  )
  return language ?? (isTranslated || !isEnglish(base) ? base : pageLanguage)
}
