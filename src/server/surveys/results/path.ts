import type { Answer, Question } from '../../../wire/survey'
import { nextStep } from './branching'

/** What a submission says about the questions of its survey, by index. */
export interface RecordedAnswers {
  /** Null for a skipped question, undefined for one that the event does not mention. */
  answers: readonly (Answer | undefined)[]
  /** Whether the survey had the question when the event was sent. */
  isKnown: readonly boolean[]
  isCompleted: boolean
}

/** The way of a submission through a survey, as indexes of questions. */
export interface SubmissionPath {
  /** The questions that were answered or skipped, in order. */
  path: number[]
  /** The question that was on display at the end; null when the survey is complete. */
  lost: number | null
}

/**
 * Returns the way of a submission. Branching gives the order, and tells the skipped questions of clients that do not send
 * them. Answered questions that branching no longer leads to follow at the end. See D-588.
 */
export function submissionPath(questions: readonly Question[], recorded: RecordedAnswers): SubmissionPath {
  const { answers, isKnown, isCompleted } = recorded
  const answered = [...questions.keys()].filter(index => answers[index] !== undefined)
  const path: number[] = []
  const visited = new Set<number>()
  let missing = answered.length
  for (let step = firstStep(questions); step !== 'end' && !visited.has(step); ) {
    const isRecorded = answers[step] !== undefined
    if (!isRecorded && !isCompleted && missing === 0) return { path, lost: step }
    visited.add(step)
    if (isRecorded) missing--
    if (isRecorded || isKnown[step]) path.push(step)
    step = nextUnvisited(questions, step, answers, visited)
  }
  return { path: [...path, ...answered.filter(index => !visited.has(index))], lost: null }
}

function firstStep(questions: readonly Question[]): number | 'end' {
  return questions.length > 0 ? 0 : 'end'
}

/** Branching to a visited question follows that question's own branch, and ends the survey in a circle. See D-167. */
function nextUnvisited(
  questions: readonly Question[],
  from: number,
  answers: readonly (Answer | undefined)[],
  visited: ReadonlySet<number>,
): number | 'end' {
  let step = nextStep(questions, from, answers[from] ?? null)
  for (let tries = 0; step !== 'end' && visited.has(step); tries++) {
    if (tries >= visited.size) return 'end'
    step = nextStep(questions, step, answers[step] ?? null)
  }
  return step
}
