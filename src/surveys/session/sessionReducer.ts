import { nullProtoRecord } from '../../lib/nullProtoRecord'
import { isText } from '../../lib/typeGuards'
import type { Answer, Question, Survey } from '../../wire/survey'
import { type Draft, rulesOf } from '../questions/rules'
import type { SavedProgress } from '../storage/savedProgress'
import { nextStep, type Step, skipAnswered } from './branching'
import { responseKey } from './eventProperties'
import { hasIntro } from './hasIntro'
import type { PrefilledAnswers } from './prefill'
import type { SessionEnd, SessionPage } from './surveySession'
import { type Translated, translate } from './translate'

/** Where a person is in a survey. Immutable: `reduce` returns the next one. */
export interface SessionData {
  readonly page: SessionPage
  /** Zero-based index of the question on display; of the last one answered once the survey is completed. */
  readonly index: number
  /** Indexes of the questions answered before `index`, in order. */
  readonly path: readonly number[]
  /** Answers by question id, those of abandoned branches included. */
  readonly answers: Readonly<Record<string, Answer>>
  /** Question id -> positions of the choices that were picked for its answer. See D-360. */
  readonly picks: Readonly<Record<string, readonly number[] | undefined>>
  /** Question id -> its text when it was answered. */
  readonly questionTexts: Readonly<Record<string, string>>
  /** Question indexes in their shuffled order; `null` when they are not shuffled. */
  readonly order: readonly number[] | null
  readonly end: SessionEnd | null
}

/** What can happen to a survey session. `translated` is the survey as displayed. */
export type SessionEvent =
  | { type: 'begin' }
  | { type: 'answer'; answer: Answer; picked?: readonly number[]; translated: Translated<Survey> }
  | { type: 'back' }
  | { type: 'prefill'; answers: PrefilledAnswers; translated: Translated<Survey> }
  | { type: 'close'; end: SessionEnd }

/**
 * Returns the session after an event. An event that does not apply to the current page returns `data` itself.
 *
 * Interface 2.4.
 */
export function reduce(survey: Survey, data: SessionData, event: SessionEvent): SessionData {
  switch (event.type) {
    case 'begin':
      return data.page === 'intro' ? { ...data, page: 'question' } : data
    case 'answer':
      return data.page === 'question' ? afterAnswer(survey, data, event) : data
    case 'back':
      return data.page === 'question' ? afterBack(data) : data
    case 'prefill':
      return event.answers.some(answer => answer !== undefined) ? afterPrefill(survey, data, event) : data
    case 'close':
      return data.page === 'closed' ? data : { ...data, page: 'closed', end: data.end ?? event.end }
  }
}

type AnswerEvent = Omit<Extract<SessionEvent, { type: 'answer' }>, 'type'>
type PrefillEvent = Extract<SessionEvent, { type: 'prefill' }>

const idAt = (survey: Survey, index: number): string => survey.questions[index]!.id!

/** Returns the answer to the question at an index; `null` when there is none. */
export const answerAt = (survey: Survey, data: SessionData, index: number): Answer =>
  data.answers[idAt(survey, index)] ?? null

/** Returns what answers to a question have in common: its type, and the scale of a rating. */
export const typeOf = (question: Question): string => question.type + (question as { scale?: number }).scale

/** Returns the draft that shows the answer to the question at an index again. */
export function draftAt(survey: Survey, data: SessionData, index: number): Draft {
  const question = survey.questions[index]!
  return rulesOf(question).restore(question, answerAt(survey, data, index), data.picks[question.id!])
}

/** Returns the draft that shows an answer again; `undefined` when it does not fit the question. A blank answer is a skip. */
export function fittingDraft(
  question: Question,
  answer: Answer,
  picked?: readonly number[],
): Draft | undefined {
  const rules = rulesOf(question)
  const draft = rules.restore(question, answer, picked)
  return isBlank(answer) || rules.answer(question, draft) !== null ? draft : undefined
}

/** Returns what decides the branch after a question: the picked position where there is one, else the answer. See D-360. */
export function branchAnswerAt(survey: Survey, data: SessionData, index: number): Answer {
  const answer = answerAt(survey, data, index)
  const draft = draftAt(survey, data, index)
  return (typeof draft === 'object' ? draft?.picked[0] : undefined) ?? answer
}

/** Returns the indexes whose answers are reported: the path up to the last answered question. Interface 6. */
export const answeredPath = ({ end, path, index }: SessionData): readonly number[] =>
  end === 'sent' ? [...path, index] : path

/** Stores the answer and moves to the next question, to the thank-you page, or closes. */
function afterAnswer(
  survey: Survey,
  data: SessionData,
  { answer, picked, translated }: AnswerEvent,
): SessionData {
  const { index, path, answers, picks, questionTexts } = data
  const id = idAt(survey, index)
  const answered: SessionData = {
    ...data,
    answers: nullProtoRecord(answers, { [id]: answer }),
    picks: nullProtoRecord(picks, { [id]: picked }),
    questionTexts: nullProtoRecord(questionTexts, { [id]: translated.survey.questions[index]!.question }),
  }
  const step = stepAfter(survey, answered, new Set([...path, index]))
  if (step !== 'end') return { ...answered, page: 'question', index: step, path: [...path, index] }
  return { ...answered, page: survey.appearance?.displayThankYouMessage ? 'thanks' : 'closed', end: 'sent' }
}

/**
 * Returns the step after the question on display, which is answered.
 *
 * @param answered The path and this question.
 */
function stepAfter(survey: Survey, data: SessionData, answered: ReadonlySet<number>): Step {
  const { index, path, order } = data
  if (order) return order[path.length + 1] ?? 'end'
  const answerOf = (position: number) => branchAnswerAt(survey, data, position)
  return skipAnswered(survey, nextStep(survey, index, answerOf(index)), answered, answerOf)
}

/** Returns to the question answered before, along the path taken. */
function afterBack(data: SessionData): SessionData {
  const last = data.path[data.path.length - 1]
  return last === undefined ? data : { ...data, index: last, path: data.path.slice(0, -1) }
}

/** Stores prefilled answers, and submits those of leading questions where choosing an answer submits it. */
function afterPrefill(survey: Survey, data: SessionData, { answers, translated }: PrefillEvent): SessionData {
  const prefilled = nullProtoRecord(data.answers)
  answers.forEach((answer, index) => {
    if (answer !== undefined) prefilled[idAt(survey, index)] = answer
  })
  let current: SessionData = { ...data, index: data.order?.[0] ?? 0, path: [], answers: prefilled }
  while (current.end === null) {
    const answer = answers[current.index]
    const question = survey.questions[current.index]!
    if (answer === undefined || !rulesOf(question).submitsAtOnce(question)) break
    current = afterAnswer(survey, current, { answer, translated })
  }
  return current
}

/** Returns a session at its first page. */
export const newSession = (survey: Survey, order: readonly number[] | null): SessionData => ({
  page: hasIntro(survey) ? 'intro' : 'question',
  index: order?.[0] ?? 0,
  path: [],
  answers: nullProtoRecord(),
  picks: nullProtoRecord(),
  questionTexts: nullProtoRecord(),
  order,
  end: null,
})

/** Whether an answer is missing, an empty text or an empty list. */
const isBlank = (answer: Answer): boolean => ((answer ?? '') as string).length === 0

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'number' || value === null || [value].flat().every(part => typeof part === 'string')

const isPick = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isInteger)

/** Returns an answer with the labels of the definition. posthog-js stores those that its visitor saw. See D-778. */
function originalAnswer(question: Question, shown: Question, answer: unknown): unknown {
  const { choices = [] } = question as { choices?: string[] }
  const { choices: labels = [] } = shown as { choices?: string[] }
  const toOriginal = (text: string) =>
    choices.includes(text) ? text : (choices[labels.indexOf(text)] ?? text)
  if (shown === question) return answer
  return Array.isArray(answer) ? answer.map(toOriginal) : toOriginal(answer as string)
}

/**
 * Returns a session as an earlier page stored it, without the intro. Stored parts that the survey no longer has are dropped.
 *
 * The path is the one that the stored answers lead along, since the stored list of visited questions may be missing. Without
 * such a path to the stored index, the session is at its first question.
 *
 * See D-361.
 */
export function resumedSession(
  survey: Survey,
  order: readonly number[] | null,
  saved: SavedProgress,
): SessionData {
  const { lastQuestionIndex, responses, picks, questionTypes, surveyLanguage } = saved
  const answers = nullProtoRecord<Answer>()
  const picked = nullProtoRecord<readonly number[] | undefined>()
  const shown = translate(survey, isText(surveyLanguage) ? surveyLanguage : undefined).survey
  survey.questions.forEach((question, index) => {
    const id = question.id!
    const positions = [picks?.[id]].find(isPick)
    const stored = responses?.[responseKey(id)]
    const answer = positions ? stored : originalAnswer(question, shown.questions[index]!, stored)
    const rules = rulesOf(question)
    const draft = isAnswer(answer) ? fittingDraft(question, answer, positions) : undefined
    const type = typeOf(question)
    // The author may have edited the question since. See D-439.
    if (draft === undefined || rules.problem(question, draft) || (questionTypes?.[id] ?? type) !== type)
      return
    answers[id] = rules.answer(question, draft)
    picked[id] = positions
  })
  const first: SessionData = {
    ...newSession(survey, order),
    page: 'question',
    answers,
    picks: picked,
    questionTexts: nullProtoRecord(
      Object.fromEntries(Object.entries(saved.questionSnapshots ?? {}).filter(([, text]) => isText(text))),
    ),
  }
  const path: number[] = []
  const answered = new Set<number>()
  let { index } = first
  while (index !== lastQuestionIndex) {
    answered.add(index)
    const step =
      idAt(survey, index) in answers ? stepAfter(survey, { ...first, index, path }, answered) : 'end'
    if (step === 'end') return first
    path.push(index)
    index = step
  }
  return { ...first, index, path }
}
