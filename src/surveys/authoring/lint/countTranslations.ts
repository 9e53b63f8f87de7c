import type { Question, QuestionTranslation, Survey, SurveyTranslation } from '../../../wire/survey'
import { isUsable, QUESTION_TEXTS, SURVEY_TEXTS, translationKey } from '../../session/translate'

/** The texts of a survey in a language. */
export interface TranslationCount {
  total: number
  /** The original texts that visitors see in that language. */
  untranslated: string[]
}

/** An original text and its translation. */
type TextPair = readonly [original: unknown, translated: unknown]

const LABELS = ['lowerBoundLabel', 'upperBoundLabel'] as const

const translationOf = <T>(translations: Record<string, T> | undefined, language: string): Partial<T> =>
  translations?.[translationKey(translations, language) ?? ''] ?? {}

/** Returns the texts of a question. A link may be the same in each language. */
function questionTexts(question: Question, language: string): TextPair[] {
  const translation = translationOf<QuestionTranslation>(question.translations, language)
  const texts = [...QUESTION_TEXTS, ...LABELS].map(
    name => [(question as QuestionTranslation)[name], translation[name]] as const,
  )
  if (!('choices' in question)) return texts
  const { choices } = translation
  const isUsed = Array.isArray(choices) && choices.length === question.choices.length
  return [...texts, ...question.choices.map((choice, index) => [choice, isUsed && choices[index]] as const)]
}

/** Returns the texts outside the questions. Those of a page that is switched off do not count. */
function surveyTexts({ name, appearance, translations }: Survey, language: string): TextPair[] {
  const translation = translationOf<SurveyTranslation>(translations, language)
  const { displayIntroScreen, introScreenHeader, introScreenDescription } = appearance ?? {}
  const isHidden = (field: string) =>
    (field.startsWith('intro') && !displayIntroScreen) ||
    (field.startsWith('thankYou') && !appearance?.displayThankYouMessage) ||
    (field === 'widgetLabel' && appearance?.widgetType !== 'tab') ||
    (field === 'backButtonText' && !appearance?.allowGoBack)
  const texts = SURVEY_TEXTS.filter(field => !isHidden(field)).map(
    field => [appearance?.[field], translation[field]] as const,
  )
  // An introduction without a heading has the name of the survey.
  const showsName = displayIntroScreen && introScreenDescription && !introScreenHeader
  return showsName ? [...texts, [name, translation.name]] : texts
}

/** Returns the codes of all languages that a survey has translations for. */
function languagesOf({ translations, questions }: Survey): string[] {
  const tables = [translations, ...questions.map(question => question.translations)]
  return [...new Set(tables.flatMap(table => Object.keys(table ?? {})))]
}

/** Counts the texts that visitors see translated, for each language of a survey but its own. Each choice is a text. See D-646. */
export function countTranslations(survey: Survey): Map<string, TranslationCount> {
  const languages = languagesOf(survey).filter(language => language !== survey.base_language)
  return new Map(
    languages.map(language => {
      const texts = [
        ...survey.questions.flatMap(question => questionTexts(question, language)),
        ...surveyTexts(survey, language),
      ].filter(([original]) => isUsable(original))
      const untranslated = texts.filter(([, translated]) => !isUsable(translated))
      return [
        language,
        { total: texts.length, untranslated: untranslated.map(([original]) => `${original}`) },
      ]
    }),
  )
}
