import type { Question } from '../../wire/survey'
import { isObject } from '../lib/values'
import type { SurveyRow } from '../store/rows'
import { cleanHtml } from './cleanHtml'

/**
 * Returns a survey with clean HTML in every text that its content type shows as HTML, translations included. All other
 * texts are shown as text and stay as they are. See D-307, D-308.
 */
export function cleanTexts(survey: SurveyRow): SurveyRow {
  const { appearance, questions, translations } = survey
  // A translation without a content type of its own is shown as the survey's is.
  const type = isObject(appearance) ? appearance['thankYouMessageDescriptionContentType'] : undefined
  return {
    ...survey,
    appearance: cleaned(appearance, 'thankYouMessageDescription'),
    // A row of another version may have questions of any shape (D-753).
    questions: Array.isArray(questions) ? questions.map(cleanQuestion) : questions,
    translations:
      translations && mapValues(translations, texts => cleaned(texts, 'thankYouMessageDescription', type)),
  }
}

function cleanQuestion(question: Question): Question {
  if (!isObject(question)) return question
  const { translations, descriptionContentType: type } = question
  const clean = cleaned(question, 'description')
  if (!isObject(translations)) return clean
  return { ...clean, translations: mapValues(translations, texts => cleaned(texts, 'description', type)) }
}

/** Cleans one text of an object, if it is HTML. */
function cleaned<T>(texts: T, field: string, inheritedType?: unknown): T {
  if (!isObject(texts)) return texts
  const text = texts[field]
  const isHtml = (texts[`${field}ContentType`] ?? inheritedType) === 'html'
  return isHtml && typeof text === 'string' ? { ...texts, [field]: cleanHtml(text) } : texts
}

function mapValues<T>(record: Record<string, T>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
