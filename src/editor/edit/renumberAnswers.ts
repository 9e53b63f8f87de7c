import type { Survey } from 'earshot'
import type { IndexMap } from './indexMap'

const NUMBERS = /\{\{answer:(\d+)/g

/**
 * Returns a survey whose texts show the answers to the same questions after an edit. The number 0 stands for a removed one, which is
 * a finding.
 *
 * @param mapIndex New position of each question.
 */
export const renumberAnswers = (survey: Survey, mapIndex: IndexMap): Survey =>
  renumberIn(survey, number => (number === '0' ? 0 : (mapIndex(Number(number) - 1) ?? -1) + 1))

/** Returns the value itself where no text changes, so that a list knows which of its items did. */
function renumberIn<T>(value: T, renumber: (number: string) => number): T {
  if (typeof value === 'string')
    return value.replace(NUMBERS, (_, number) => `{{answer:${renumber(number)}`) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, renumberIn(item, renumber)] as const)
  if (entries.every(([key, item]) => item === value[key as keyof T])) return value
  return (Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)) as T
}
