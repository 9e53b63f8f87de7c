import type { Question, QuestionTranslation, Survey, SurveyTranslation } from '../../../wire/survey'
import { choicesOf, isUsable, QUESTION_TEXTS, SURVEY_TEXTS, translationKey } from '../../session/translate'

/** How many of the texts of a survey a visitor sees in a language. */
export interface TranslationCount {
  translated: number
  total: number
}

const LABELS = ['lowerBoundLabel', 'upperBoundLabel'] as const

const translationOf = <T>(translations: Record<string, T> | undefined, language: string): Partial<T> =>
  translations?.[translationKey(translations, language) ?? ''] ?? {}

/** Returns whether each text of a question is translated. A link may be the same in each language. */
function questionTexts(question: Question, language: string): boolean[] {
  const translation = translationOf<QuestionTranslation>(question.translations, language)
  const texts = [...QUESTION_TEXTS, ...LABELS]
    .filter(name => isUsable((question as QuestionTranslation)[name]))
    .map(name => isUsable(translation[name]))
  if (!('choices' in question)) return texts
  const { choices } = choicesOf(question, translation)
  return [...texts, ...question.choices.map(() => choices !== undefined)]
}

/** Returns whether each text outside the questions is translated. Those of a page that is switched off do not count. */
function surveyTexts({ appearance, translations }: Survey, language: string): boolean[] {
  const translation = translationOf<SurveyTranslation>(translations, language)
  const isHidden = (name: string) =>
    (name.startsWith('intro') && !appearance?.displayIntroScreen) ||
    (name.startsWith('thankYou') && !appearance?.displayThankYouMessage) ||
    (name === 'widgetLabel' && appearance?.widgetType !== 'tab') ||
    (name === 'backButtonText' && !appearance?.allowGoBack)
  return SURVEY_TEXTS.filter(name => !isHidden(name) && isUsable(appearance?.[name])).map(name =>
    isUsable(translation[name]),
  )
}

/** Returns the codes of all languages that a survey has translations for. */
function languagesOf({ translations, questions }: Survey): string[] {
  const tables = [translations, ...questions.map(question => question.translations)]
  return [...new Set(tables.flatMap(table => Object.keys(table ?? {})))]
}

/** Counts the texts that visitors see translated, for each language of a survey but its own. Each choice is a text. */
export function countTranslations(survey: Survey): Map<string, TranslationCount> {
  const languages = languagesOf(survey).filter(language => language !== survey.base_language)
  return new Map(
    languages.map(language => {
      const texts = [
        ...survey.questions.flatMap(question => questionTexts(question, language)),
        ...surveyTexts(survey, language),
      ]
      return [language, { translated: texts.filter(Boolean).length, total: texts.length }]
    }),
  )
}
