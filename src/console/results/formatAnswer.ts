import type { Answer } from '../../wire/survey'

/** Returns an answer as a text. */
export function formatAnswer(answer: Answer): string {
  if (answer === null) return 'Skipped'
  return Array.isArray(answer) ? answer.join(', ') : String(answer)
}
