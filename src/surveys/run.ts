import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { Survey } from '../wire/survey'
import type { Answer } from './answer'
import { nextStep, passOver } from './branching'
import type { GivenAnswers } from './prefill'
import type { ProgressRecord } from './progress'
import { rulesOf } from './questions'
import { responseKey } from './report'
import type { SessionEnd, SessionPage } from './session'

/** Where one person is in one survey; each function below makes the next from the last. */
export interface Run {
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
export const answerAt = (survey: Survey, run: Run, index: number): Answer =>
  run.answers[idAt(survey, index)] ?? null

const hasIntro = ({ appearance }: Survey): boolean =>
  !!appearance?.displayIntroScreen && !!(appearance.introScreenHeader || appearance.introScreenDescription)

/** A run that begins. */
export const freshRun = (survey: Survey, order: readonly number[] | null): Run => ({
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
export function resumedRun(survey: Survey, order: readonly number[] | null, record: ProgressRecord): Run {
  const start = freshRun(survey, order)
  const saved = record.lastQuestionIndex
  const index = Number.isInteger(saved) && survey.questions[saved!] ? saved! : start.index
  const answers = nullProtoRecord<Answer>()
  for (const { id } of survey.questions) {
    const answer = record.responses?.[responseKey(id!)]
    if (isAnswer(answer)) answers[id!] = answer
  }
  const visited = Array.isArray(record.visitedIndices) ? record.visitedIndices : []
  const path = [...new Set(visited)].filter(position => survey.questions[position] && position !== index)
  const resumed: Run = {
    ...start,
    page: 'question',
    answers,
    wording: nullProtoRecord(record.questionSnapshots),
  }
  // Positions are those of the definition of then: after an edit they may name questions that nobody was asked.
  return path.every(position => idAt(survey, position) in answers) ? { ...resumed, index, path } : resumed
}

/** What is asked after the question on display, given its answer. */
function stepAfter(survey: Survey, run: Run): number | 'end' {
  if (run.order) return run.order[run.order.indexOf(run.index) + 1] ?? 'end'
  const answerOf = (index: number) => answerAt(survey, run, index)
  return passOver(
    survey,
    nextStep(survey, run.index, answerOf(run.index)),
    [...run.path, run.index],
    answerOf,
  )
}

/**
 * The run after an answer to the question on display.
 *
 * @param shown The survey in the language it is shown in.
 */
export function afterAnswer(survey: Survey, run: Run, answer: Answer, shown: Survey): Run {
  const id = idAt(survey, run.index)
  const answered: Run = {
    ...run,
    answers: nullProtoRecord(run.answers, { [id]: answer }),
    wording: nullProtoRecord(run.wording, { [id]: shown.questions[run.index]!.question }),
  }
  const step = stepAfter(survey, answered)
  if (step !== 'end') return { ...answered, page: 'question', index: step, path: [...run.path, run.index] }
  return { ...answered, page: survey.appearance?.displayThankYouMessage ? 'thanks' : 'closed', end: 'sent' }
}

/** The run at the question that was asked before, by the way that was taken. */
export function afterBack(run: Run): Run {
  const last = run.path[run.path.length - 1]
  return last === undefined ? run : { ...run, index: last, path: run.path.slice(0, -1) }
}

/** Takes answers given beforehand, and walks over the questions where choosing would have been submitting. */
export function afterGiven(survey: Survey, run: Run, given: GivenAnswers, shown: Survey): Run {
  if (given.size === 0) return run
  const answers = nullProtoRecord(run.answers)
  for (const [index, answer] of given) answers[idAt(survey, index)] = answer
  let walked: Run = { ...run, index: run.order?.[0] ?? 0, path: [], answers }
  while (walked.end === null && given.has(walked.index)) {
    const question = survey.questions[walked.index]!
    if (!rulesOf(question).submitsAtOnce(question)) break
    walked = afterAnswer(survey, walked, given.get(walked.index)!, shown)
  }
  return walked
}

/** Positions whose answers are reported: the way taken, up to the last question that was answered. */
export const answeredPath = (run: Run): readonly number[] =>
  run.end === 'sent' ? [...run.path, run.index] : run.path
