import type {
  Question,
  QuestionTranslation,
  Survey,
  SurveyAppearance,
  SurveyTranslation,
} from '../../wire/survey'
import type { SurveyHost } from '../host'

const SURVEY_TEXTS = [
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
] as const satisfies readonly (keyof SurveyTranslation)[]

/** Texts that any question can have, and those that only a question which has them already can take. */
const QUESTION_TEXTS = ['question', 'description', 'buttonText'] as const
const OWN_TEXTS = ['link', 'lowerBoundLabel', 'upperBoundLabel'] as const

/** A survey in one language. */
export interface Translated<S extends Survey> {
  survey: S
  /** The key of the translation that changed something; `null` for the base language. */
  language: string | null
}

/** The first of the wishes that says something. DECISIONS, "Language". */
export const preferredLanguage = (preferences: readonly unknown[]): string | undefined =>
  preferences
    .map(preference => (typeof preference === 'string' ? preference.trim() : ''))
    .find(preference => preference !== '')

/** A survey in the language of who is looking at it. */
export const translateForVisitor = (survey: Survey, host: SurveyHost): Translated<Survey> =>
  translate(
    survey,
    preferredLanguage([
      host.config().override_display_language,
      host.personLanguage(),
      host.page.browserInfo().language,
    ]),
  )

/** The key that fits a wish: the same, else the same without the region; `pt` does not ask for `pt-BR`. */
function translationKey(
  translations: Record<string, unknown> | null | undefined,
  requested: string,
): string | undefined {
  const keys = Object.keys(translations ?? {})
  const named = (name: string) => keys.find(key => key.toLowerCase() === name)
  const lower = requested.toLowerCase()
  return named(lower) ?? (lower.includes('-') ? named(lower.split('-')[0]!) : undefined)
}

const isUsable = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

/** The fields among `names` that the translation has a text for. */
function textsOf<T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(
    names.filter(name => isUsable(from[name])).map(name => [name, from[name]]),
  ) as Partial<T>
}

/** A list of another length would give answers that mean other choices, so it is not used. */
function choicesOf(question: Question, translation: QuestionTranslation): { choices?: string[] } {
  if (!('choices' in question) || !Array.isArray(translation.choices)) return {}
  const fits = translation.choices.length === question.choices.length && translation.choices.every(isUsable)
  return fits ? { choices: translation.choices } : {}
}

const translatedFields = (question: Question, translation: QuestionTranslation) => ({
  ...textsOf(translation, QUESTION_TEXTS),
  ...textsOf(
    translation,
    OWN_TEXTS.filter(name => isUsable((question as QuestionTranslation)[name])),
  ),
  ...choicesOf(question, translation),
})

const isEmpty = (changes: object) => Object.keys(changes).length === 0

/**
 * Puts a survey into a language, as far as its author translated it. The definition itself stays as it is.
 *
 * @param requested A language tag; `undefined` is the base language.
 */
export function translate<S extends Survey>(survey: S, requested: string | undefined): Translated<S> {
  if (requested === undefined) return { survey, language: null }
  const used: string[] = []
  const apply = <T extends object>(
    translations: Record<string, T> | undefined,
    changesFrom: (entry: T) => object,
  ) => {
    const key = translationKey(translations, requested)
    const entry = key === undefined ? undefined : translations![key]
    const changes = entry ? changesFrom(entry) : {}
    if (!isEmpty(changes)) used.push(key!)
    return changes
  }
  let appearance: SurveyAppearance | null | undefined = survey.appearance
  const named = apply(survey.translations, entry => {
    const texts = textsOf(entry, SURVEY_TEXTS)
    if (!isEmpty(texts)) appearance = { ...appearance, ...texts }
    return { ...textsOf(entry, ['name']), ...(isEmpty(texts) ? {} : { appearance }) }
  })
  const questions = survey.questions.map(question => {
    const changes = apply(question.translations, entry => translatedFields(question, entry))
    return isEmpty(changes) ? question : ({ ...question, ...changes } as Question)
  })
  if (used.length === 0) return { survey, language: null }
  return { survey: { ...survey, ...named, questions }, language: used[0]! }
}
