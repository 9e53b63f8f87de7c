import type { Answer, Question } from '../../wire/survey'

/** Why an answer is not accepted. */
export interface Problem {
  /** Key of the built-in message. `unsent`: events cannot be captured at the moment; the visitor can try again. */
  code: 'required' | 'required_choice' | 'required_other' | 'too_short' | 'too_long' | 'unsent'
  /** Number of characters, for `too_short` and `too_long`. */
  limit?: number
  /** The author's own message, which is shown instead. */
  text?: string
}

/**
 * The rules of one question type.
 *
 * @typeParam Draft What its control holds until the visitor submits.
 */
export interface AnswerRules<Q extends Question, Draft> {
  /** The draft of an untouched control. */
  empty(question: Q): Draft
  /**
   * The draft that shows an earlier answer again; the empty draft when the answer does not fit.
   *
   * @param picked Positions of the choices that were picked for it.
   */
  restore(question: Q, answer: Answer, picked?: readonly number[]): Draft
  /** The answer to report; `null` for an untouched optional question. */
  answer(question: Q, draft: Draft): Answer
  /** What keeps the draft from being accepted, if anything. */
  problem(question: Q, draft: Draft): Problem | null
  /**
   * The key of `responseValues` for an answer; `undefined` when there is none. A single choice may also be the position that was
   * picked. Interface 2.4; D-360.
   */
  branchKey(question: Q, answer: Answer): string | undefined
  /** Every key that an answer can have, also `undefined`; empty when the type cannot branch by response. */
  branchKeys(question: Q): readonly (string | undefined)[]
  /** The answer for values from a URL or from code; `undefined` when they do not fit. */
  prefill(question: Q, values: readonly string[]): Answer | undefined
  /** Whether choosing an option submits. There is no submit button then, so an optional question gets one to skip. */
  submitsAtOnce(question: Q): boolean
}
