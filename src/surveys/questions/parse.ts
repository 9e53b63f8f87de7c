import { isText } from '../../lib/typeGuards'
import type { Question } from '../../wire/survey'

/** A question as it arrives: fields may be missing or of the wrong type. */
export type RawQuestion = Readonly<Record<string, unknown>>

/**
 * Reads the fields that only one question type has.
 *
 * @returns The fields in usable form; `undefined` when the question cannot be answered. May throw on objects that refuse to
 *   become text or a number.
 */
export type QuestionParser<Q extends Question> = (raw: RawQuestion) => Partial<Q> | undefined

/** Returns a text or a number as text, and anything else as an empty text. */
export const toText = (value: unknown): string =>
  isText(value) || typeof value === 'number' ? String(value) : ''

/** Reads the labels of a choice question, which needs at least one. */
export const parseChoices = ({ choices }: RawQuestion): { choices: string[] } | undefined =>
  Array.isArray(choices) && choices.length > 0 ? { choices: choices.map(toText) } : undefined
