import type { Answer, Question } from '../../wire/survey'

/** What a control holds while the person has not yet submitted. */
export interface Drafts {
  open: string
  link: boolean
  rating: number | null
  single_choice: ChoiceDraft
  multiple_choice: ChoiceDraft
}

/** Picked choices by their place in `question.choices`, in the order of picking, and the text of the open choice. */
export interface ChoiceDraft {
  picked: readonly number[]
  other: string
}

export type Draft<Q extends Question = Question> = Drafts[Q['type']]

/** Why an answer is not accepted, as a key of the table of words, with what its text needs. */
export interface Problem {
  /** `unsent`: nothing may be captured now, so the answer would be lost; the person can try again. */
  code: 'required' | 'required_choice' | 'required_other' | 'too_short' | 'too_long' | 'unsent'
  /** Characters, for the two rules on length. */
  limit?: number
  /** The author's own text, which wins. */
  text?: string
}

/** What each question type must give; the table of them is in `questions/index.ts`. */
export interface AnswerRules<Q extends Question> {
  /** The draft of an untouched control. */
  empty(question: Q): Draft<Q>
  /** The draft that shows an earlier answer again; an answer that does not fit gives the empty draft. */
  restore(question: Q, answer: Answer): Draft<Q>
  /** What is reported. Untouched and optional is `null`. */
  answer(question: Q, draft: Draft<Q>): Answer
  /** What keeps the draft from being accepted; `null` when nothing does. */
  problem(question: Q, draft: Draft<Q>): Problem | null
  /** The key of `responseValues` that stands for an answer; `undefined` when the type does not branch by response. Interface 2.4. */
  branchKey(question: Q, answer: Answer): string | undefined
  /** Every key an answer can stand for; empty when the type does not branch by response. */
  branchKeys(question: Q): readonly string[]
  /** The answer that stands for texts of a URL or for a number from code; `undefined` when they fit none. */
  prefill(question: Q, values: readonly string[]): Answer | undefined
  /** True: choosing is submitting, so there is no submit button; an optional question then needs a way to skip. */
  submitsAtOnce(question: Q): boolean
}

/**
 * Removes what cannot be seen from both ends of a text. `trim()` alone would take a lone zero width space, which phones
 * and copied text bring along, for an answer.
 */
export const trimInvisible = (text: string): string =>
  text.replace(/^[\s\u200b-\u200d\u2060\ufeff]+|[\s\u200b-\u200d\u2060\ufeff]+$/g, '')
