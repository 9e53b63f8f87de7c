import type {
  Question,
  QuestionTranslation,
  Survey,
  SurveyAppearance,
  SurveyTranslation,
} from '../../wire/survey'
import type { SurveyHost } from '../host'

/** Texts of a survey's appearance. See D-164. */
export const SURVEY_TEXTS = [
  'thankYouMessageHeader',
  'thankYouMessageDescription',
  'thankYouMessageCloseButtonText',
  'introScreenHeader',
  'introScreenDescription',
  'introScreenButtonText',
  'submitButtonText',
  'backButtonText',
  'placeholder',
  'widgetLabel',
] as const satisfies readonly (keyof SurveyTranslation & keyof SurveyAppearance)[]

/** Texts that every type of question can have. See D-164. */
export const QUESTION_TEXTS = ['question', 'description', 'buttonText'] as const

/** Texts of single question types, translated only where the question has them already. */
const TYPE_TEXTS = ['link', 'lowerBoundLabel', 'upperBoundLabel'] as const

/** A survey in one language. See D-164. */
export interface Translated<S extends Survey> {
  survey: S
  /** Key of the first translation that changed something; `null` for the base language. */
  language: string | null
}

/** Returns the first preference that is a text, trimmed. See D-164. */
export const preferredLanguage = (preferences: readonly unknown[]): string | undefined =>
  preferences
    .map(preference => (typeof preference === 'string' ? preference.trim() : ''))
    .find(preference => preference !== '')

/** Translates a survey into the language of its visitor. See D-164. */
export const translateForVisitor = (survey: Survey, host: SurveyHost): Translated<Survey> =>
  translate(
    survey,
    preferredLanguage([
      host.config().override_display_language,
      host.personLanguage(),
      host.page.browserInfo().language,
    ]),
  )

/** Returns the key of a language tag, else of its language without the region. `pt` does not match `pt-BR`. See D-164. */
export function translationKey(
  translations: Record<string, unknown> | null | undefined,
  requested: string,
): string | undefined {
  const find = (tag: string) => Object.keys(translations ?? {}).find(key => key.toLowerCase() === tag)
  const tag = requested.toLowerCase()
  return find(tag) ?? find(tag.split('-')[0]!)
}

/** Whether a translated text replaces the original one. See D-164. */
export const isUsable = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

const isEmpty = (changes: object) => Object.keys(changes).length === 0

/** Returns those of the named fields that have a text. */
const textsOf = <T extends object>(translation: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(
    names.filter(name => isUsable(translation[name])).map(name => [name, translation[name]]),
  ) as Partial<T>

/** Returns the translated choices. A list of another length is not used: its answers would mean other choices. See D-164. */
export function choicesOf(question: Question, { choices }: QuestionTranslation): { choices?: string[] } {
  if (!('choices' in question) || !Array.isArray(choices)) return {}
  return choices.length === question.choices.length && choices.every(isUsable) ? { choices } : {}
}

const questionChanges = (question: Question, translation: QuestionTranslation) => ({
  ...textsOf(translation, QUESTION_TEXTS),
  ...textsOf(
    translation,
    TYPE_TEXTS.filter(name => isUsable((question as QuestionTranslation)[name])),
  ),
  ...choicesOf(question, translation),
})

function surveyChanges({ appearance }: Survey, translation: SurveyTranslation) {
  const texts = textsOf(translation, SURVEY_TEXTS)
  return {
    ...textsOf(translation, ['name']),
    ...(isEmpty(texts) ? {} : { appearance: { ...appearance, ...texts } }),
  }
}

/**
 * Returns a survey in a language, as far as it is translated. The definition is not changed.
 *
 * @param requested A language tag; `undefined` for the base language.
 *
 * See D-161.
 */
export function translate<S extends Survey>(survey: S, requested: string | undefined): Translated<S> {
  if (requested === undefined) return { survey, language: null }
  let language: string | null = null

  function apply<D extends { translations?: Record<string, T> }, T>(
    definition: D,
    changesOf: (definition: D, translation: T) => object,
  ): D {
    const key = translationKey(definition.translations, requested!)
    const translation = key === undefined ? undefined : definition.translations![key]
    const changes = translation ? changesOf(definition, translation) : {}
    if (isEmpty(changes)) return definition
    language ??= key!
    return { ...definition, ...changes }
  }

  const translated = apply<S, SurveyTranslation>(survey, surveyChanges)
  const questions = survey.questions.map(question =>
    apply<Question, QuestionTranslation>(question, questionChanges),
  )
  return { survey: language === null ? survey : { ...translated, questions }, language }
}
