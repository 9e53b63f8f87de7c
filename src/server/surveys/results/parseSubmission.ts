import {
  type Properties,
  SURVEY_COMPLETED,
  SURVEY_QUESTIONS,
  SURVEY_RESPONSE_PREFIX,
} from '../../../wire/event'
import type { Answer, MultipleChoiceQuestion, Question, SingleChoiceQuestion } from '../../../wire/survey'
import { isObject, ownProperty, toText } from '../../lib/values'
import type { StoredEvent, SurveyEventRow } from '../../store/rows'
import { QUESTION_TYPES } from '../questionSchema'
import { type SubmissionPath, submissionPath } from './path'

/** A question of a survey with the id that answers name. */
export type IdentifiedQuestion = Question & { id: string }

type ChoiceQuestion = SingleChoiceQuestion | MultipleChoiceQuestion

/** The newest event of a submission, with the row that counts it. */
export interface SentEvent {
  row: SurveyEventRow
  event: StoredEvent
}

/** One way of one person through a survey. Has what is read of the properties, which are parsed at each reading (D-746). */
export interface Submission extends SentEvent, SubmissionPath {
  isCompleted: boolean
  language: string | null
  /** Address of the page of the survey. */
  url: string | null
  /** By the index of the question: as they were sent. Null when skipped, undefined when not reached. */
  answers: (Answer | undefined)[]
  /** The same, with choices in the base language. */
  baseAnswers: (Answer | undefined)[]
}

/**
 * Returns the questions of a survey. One without an id has its index in place of it, and choices are texts, as clients show them.
 * Rows of seeds and earlier versions may have any JSON: what is no object is a question without a text, and a type that is not
 * known has answers like `open`. See D-752, D-753.
 */
export function identifiedQuestions(questions: unknown): IdentifiedQuestion[] {
  return (Array.isArray(questions) ? questions : []).map((stored, index) => {
    const fields = isObject(stored) ? (stored as Partial<Question>) : {}
    const identified = {
      ...fields,
      id: toText(fields.id ?? index),
      question: toText(fields.question ?? ''),
      type: QUESTION_TYPES.find(type => type === fields.type) ?? 'open',
    } as IdentifiedQuestion
    return isChoiceQuestion(identified)
      ? { ...identified, choices: choiceTexts(identified.choices) }
      : identified
  })
}

const isChoiceQuestion = (question: IdentifiedQuestion): question is ChoiceQuestion & { id: string } =>
  question.type === 'single_choice' || question.type === 'multiple_choice'

function choiceTexts(choices: unknown): string[] {
  if (!Array.isArray(choices)) return []
  return choices.map(choice => (['string', 'number'].includes(typeof choice) ? String(choice) : ''))
}

/** Reads a submission from its newest event, which has all answers so far. Interface section 6. */
export function parseSubmission(questions: readonly IdentifiedQuestion[], sent: SentEvent): Submission {
  const { properties } = sent.event
  const language = textOrNull(properties['$survey_language'])
  const isCompleted = properties[SURVEY_COMPLETED] !== false
  const listed = listedQuestions(properties)
  const answers = questions.map((question, index) => recordedAnswer(properties, question, index, listed))
  const baseAnswers = answers.map((answer, index) => baseAnswer(questions[index]!, answer, language))
  const isKnown = questions.map(({ id }) => !listed || listed.has(id))
  const way = submissionPath(questions, { answers: baseAnswers, isKnown, isCompleted })
  const url = textOrNull(properties['$current_url'])
  return { ...sent, ...way, isCompleted, language, url, answers, baseAnswers }
}

/** Returns the answers that `$survey_questions` lists, by question id; undefined without such a list. */
function listedQuestions(properties: Properties): Map<string, unknown> | undefined {
  const list = properties[SURVEY_QUESTIONS]
  if (!Array.isArray(list)) return undefined
  return new Map(list.filter(isObject).map(entry => [String(entry['id']), entry['response']]))
}

/** By id, else as `$survey_questions` lists it, else by index as older clients send it. */
function recordedAnswer(
  properties: Properties,
  { id }: IdentifiedQuestion,
  index: number,
  listed: Map<string, unknown> | undefined,
): Answer | undefined {
  const legacyKey = index === 0 ? '$survey_response' : `${SURVEY_RESPONSE_PREFIX}${index}`
  const sent = [
    ownProperty(properties, `${SURVEY_RESPONSE_PREFIX}${id}`),
    listed?.get(id),
    listed ? undefined : ownProperty(properties, legacyKey),
  ].find(value => value !== undefined)
  return sent === undefined ? undefined : parseAnswer(sent)
}

/** An empty answer counts as skipped. */
function parseAnswer(value: unknown): Answer {
  if (value === null || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(toText)
  return typeof value === 'number' ? value : toText(value)
}

/** Returns an answer whose choices are those of the base language. Clients send those of the translation on display. */
function baseAnswer(
  question: IdentifiedQuestion,
  answer: Answer | undefined,
  language: string | null,
): Answer | undefined {
  if (!isChoiceQuestion(question) || answer === undefined || answer === null) return answer
  const translated = choiceTexts(language === null ? undefined : question.translations?.[language]?.choices)
  const inBase = (text: string) => question.choices[translated.indexOf(text)] ?? text
  if (Array.isArray(answer)) return answer.map(inBase)
  return inBase(String(answer))
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
