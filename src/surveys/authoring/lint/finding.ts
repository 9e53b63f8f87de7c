import type { Answer, Question } from '../../../wire/survey'
import type { ERRORS, WARNINGS } from './messages'

/** A mistake in a survey. */
export interface LintFinding {
  /** The kind of mistake. Stays the same between versions. */
  code: string
  /** The field, such as `questions[2].branching`. */
  path: string
  /** What is wrong, what visitors get because of it, and what to do. */
  message: string
  /** `error`: the survey does not do what it says. `warning`: it does, but probably not what was meant. */
  severity: 'error' | 'warning'
}

type Messages = typeof ERRORS & typeof WARNINGS

/** Adds a finding about a field, with the values that the text of its code needs. */
export type AddFinding = <Code extends keyof Messages>(
  code: Code,
  path: string,
  ...values: Parameters<Messages[Code]>
) => void

/** The checks of one question type. */
export interface QuestionLint<Q extends Question> {
  /** What its parser requires, for the author of a question that lacks it. */
  requirement?: string
  /** Answers of a visitor, at least one for each branch. Rules may still refuse them. */
  answers(question: Q): readonly Answer[]
  /** Checks a question that was parsed. `path` is that of the question. */
  check(question: Q, path: string, add: AddFinding): void
}
