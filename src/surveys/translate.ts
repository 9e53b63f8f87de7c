import type {
  Question,
  QuestionTranslation,
  Survey,
  SurveyAppearance,
  SurveyTranslation,
} from '../wire/survey'
import type { SurveyHost } from './host'

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
export const wantedLanguage = (wishes: readonly unknown[]): string | undefined =>
  wishes.map(wish => (typeof wish === 'string' ? wish.trim() : '')).find(wish => wish !== '')

/** A survey in the language of who is looking at it. */
export const inVisitorsLanguage = (survey: Survey, host: SurveyHost): Translated<Survey> =>
  translate(
    survey,
    wantedLanguage([
      host.settings().override_display_language,
      host.personLanguage(),
      host.page.facts().language,
    ]),
  )

/** The key that fits a wish: the same, else the same without the region; `pt` does not ask for `pt-BR`. */
function keyFor(
  translations: Record<string, unknown> | null | undefined,
  wanted: string,
): string | undefined {
  const keys = Object.keys(translations ?? {})
  const named = (name: string) => keys.find(key => key.toLowerCase() === name)
  const lower = wanted.toLowerCase()
  return named(lower) ?? (lower.includes('-') ? named(lower.split('-')[0]!) : undefined)
}

const usable = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

/** The fields among `names` that the translation has a text for. */
function textsOf<T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(
    names.filter(name => usable(from[name])).map(name => [name, from[name]]),
  ) as Partial<T>
}

/** A list of another length would give answers that mean other choices, so it is not used. */
function choicesOf(question: Question, translation: QuestionTranslation): { choices?: string[] } {
  if (!('choices' in question) || !Array.isArray(translation.choices)) return {}
  const fits = translation.choices.length === question.choices.length && translation.choices.every(usable)
  return fits ? { choices: translation.choices } : {}
}

const changesOf = (question: Question, translation: QuestionTranslation) => ({
  ...textsOf(translation, QUESTION_TEXTS),
  ...textsOf(
    translation,
    OWN_TEXTS.filter(name => usable((question as QuestionTranslation)[name])),
  ),
  ...choicesOf(question, translation),
})

const isEmpty = (changes: object) => Object.keys(changes).length === 0

/**
 * Puts a survey into a language, as far as its author translated it. The definition itself stays as it is.
 *
 * @param wanted A language tag; `undefined` is the base language.
 */
export function translate<S extends Survey>(survey: S, wanted: string | undefined): Translated<S> {
  if (wanted === undefined) return { survey, language: null }
  const used: string[] = []
  const take = <T extends object>(
    translations: Record<string, T> | undefined,
    changesFrom: (entry: T) => object,
  ) => {
    const key = keyFor(translations, wanted)
    const entry = key === undefined ? undefined : translations![key]
    const changes = entry ? changesFrom(entry) : {}
    if (!isEmpty(changes)) used.push(key!)
    return changes
  }
  let appearance: SurveyAppearance | null | undefined = survey.appearance
  const named = take(survey.translations, entry => {
    const texts = textsOf(entry, SURVEY_TEXTS)
    if (!isEmpty(texts)) appearance = { ...appearance, ...texts }
    return { ...textsOf(entry, ['name']), ...(isEmpty(texts) ? {} : { appearance }) }
  })
  const questions = survey.questions.map(question => {
    const changes = take(question.translations, entry => changesOf(question, entry))
    return isEmpty(changes) ? question : ({ ...question, ...changes } as Question)
  })
  if (used.length === 0) return { survey, language: null }
  return { survey: { ...survey, ...named, questions }, language: used[0]! }
}
