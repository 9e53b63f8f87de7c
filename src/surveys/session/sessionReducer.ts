import { nullProtoRecord } from '../../lib/nullProtoRecord'
import type { Answer, Survey } from '../../wire/survey'
import { rulesOf } from '../questions/rules'
import type { SavedProgress } from '../storage/savedProgress'
import { nextStep, skipAnswered } from './branching'
import { responseKey } from './eventProperties'
import type { PrefilledAnswers } from './prefill'
import type { SessionEnd, SessionPage } from './surveySession'

/** Where one person is in one survey; each function below makes the next from the last. */
export interface SessionData {
  readonly page: SessionPage
  readonly index: number
  /** Positions asked before `index`, in order. */
  readonly path: readonly number[]
  /** Answers by question id, those of abandoned branches included. */
  readonly answers: Readonly<Record<string, Answer>>
  /** Question id -> its text when it was answered. */
  readonly wording: Readonly<Record<string, string>>
  /** Positions in the order they are asked; `null` when that is the definition's. */
  readonly order: readonly number[] | null
  readonly end: SessionEnd | null
}

const idAt = (survey: Survey, index: number): string => survey.questions[index]!.id!

/** The answer to the question at a position; `null` when there is none. */
export const answerAt = (survey: Survey, data: SessionData, index: number): Answer =>
  data.answers[idAt(survey, index)] ?? null

const hasIntro = ({ appearance }: Survey): boolean =>
  !!appearance?.displayIntroScreen && !!(appearance.introScreenHeader || appearance.introScreenDescription)

/** A run that begins. */
export const newSession = (survey: Survey, order: readonly number[] | null): SessionData => ({
  page: hasIntro(survey) ? 'intro' : 'question',
  index: order?.[0] ?? 0,
  path: [],
  answers: nullProtoRecord(),
  wording: nullProtoRecord(),
  order,
  end: null,
})

const isAnswer = (value: unknown): value is Answer =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every(part => typeof part === 'string'))

/** A run that goes on where it was left; whatever the survey does not have any more is left out. DECISIONS, "Survey sessions". */
export function resumedSession(
  survey: Survey,
  order: readonly number[] | null,
  record: SavedProgress,
): SessionData {
  const start = newSession(survey, order)
  const saved = record.lastQuestionIndex
  const index = Number.isInteger(saved) && survey.questions[saved!] ? saved! : start.index
  const answers = nullProtoRecord<Answer>()
  for (const { id } of survey.questions) {
    const answer = record.responses?.[responseKey(id!)]
    if (isAnswer(answer)) answers[id!] = answer
  }
  const visited = Array.isArray(record.visitedIndices) ? record.visitedIndices : []
  const path = [...new Set(visited)].filter(position => survey.questions[position] && position !== index)
  const resumed: SessionData = {
    ...start,
    page: 'question',
    answers,
    wording: nullProtoRecord(record.questionSnapshots),
  }
  // Positions are those of the definition of then: after an edit they may name questions that nobody was asked.
  return path.every(position => idAt(survey, position) in answers) ? { ...resumed, index, path } : resumed
}

/** What is asked after the question on display, given its answer. */
function stepAfter(survey: Survey, data: SessionData): number | 'end' {
  if (data.order) return data.order[data.order.indexOf(data.index) + 1] ?? 'end'
  const answerOf = (index: number) => answerAt(survey, data, index)
  return skipAnswered(
    survey,
    nextStep(survey, data.index, answerOf(data.index)),
    [...data.path, data.index],
    answerOf,
  )
}

/**
 * The run after an answer to the question on display.
 *
 * @param translated The survey in the language it is shown in.
 */
export function afterAnswer(
  survey: Survey,
  data: SessionData,
  answer: Answer,
  translated: Survey,
): SessionData {
  const id = idAt(survey, data.index)
  const answered: SessionData = {
    ...data,
    answers: nullProtoRecord(data.answers, { [id]: answer }),
    wording: nullProtoRecord(data.wording, { [id]: translated.questions[data.index]!.question }),
  }
  const step = stepAfter(survey, answered)
  if (step !== 'end') return { ...answered, page: 'question', index: step, path: [...data.path, data.index] }
  return { ...answered, page: survey.appearance?.displayThankYouMessage ? 'thanks' : 'closed', end: 'sent' }
}

/** The run at the question that was asked before, by the way that was taken. */
export function afterBack(data: SessionData): SessionData {
  const last = data.path[data.path.length - 1]
  return last === undefined ? data : { ...data, index: last, path: data.path.slice(0, -1) }
}

/** Takes answers given beforehand, and walks over the questions where choosing would have been submitting. */
export function applyPrefill(
  survey: Survey,
  data: SessionData,
  prefilled: PrefilledAnswers,
  translated: Survey,
): SessionData {
  if (prefilled.size === 0) return data
  const answers = nullProtoRecord(data.answers)
  for (const [index, answer] of prefilled) answers[idAt(survey, index)] = answer
  let current: SessionData = { ...data, index: data.order?.[0] ?? 0, path: [], answers }
  while (current.end === null && prefilled.has(current.index)) {
    const question = survey.questions[current.index]!
    if (!rulesOf(question).submitsAtOnce(question)) break
    current = afterAnswer(survey, current, prefilled.get(current.index)!, translated)
  }
  return current
}

/** Positions whose answers are reported: the way taken, up to the last question that was answered. */
export const answeredPositions = (data: SessionData): readonly number[] =>
  data.end === 'sent' ? [...data.path, data.index] : data.path
