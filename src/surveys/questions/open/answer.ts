import type { LengthRule, OpenQuestion } from '../../../wire/survey'
import type { AnswerRules, Problem } from '../answerRules'
import { trimInvisible } from '../trimInvisible'

/** Number of characters as a reader counts them: an emoji is one. */
const lengthOf = (text: string): number => [...text].length

function lengthProblem(rule: LengthRule, length: number): Problem | null {
  const limit = rule.value
  if (typeof limit !== 'number') return null
  const text = rule.errorMessage || undefined
  if (rule.type === 'min_length' && length < limit) return { code: 'too_short', limit, text }
  if (rule.type === 'max_length' && length > limit) return { code: 'too_long', limit, text }
  return null
}

/** Open text: the trimmed text. Length rules apply unless it is empty. */
export const openRules: AnswerRules<OpenQuestion, string> = {
  empty: () => '',
  restore: (_, answer) => (typeof answer === 'string' ? answer : ''),
  answer: (_, draft) => trimInvisible(draft) || null,
  problem(question, draft) {
    const text = trimInvisible(draft)
    if (!text) return question.optional ? null : { code: 'required' }
    const length = lengthOf(text)
    for (const rule of question.validation ?? []) {
      const problem = lengthProblem(rule, length)
      if (problem) return problem
    }
    return null
  },
  branchKey: () => undefined,
  branchKeys: () => [],
  prefill: () => undefined,
  submitsAtOnce: () => false,
}
