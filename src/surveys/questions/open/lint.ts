import type { LengthRule, OpenQuestion } from '../../../wire/survey'
import type { QuestionLint } from '../../authoring/lint/finding'

/** Open text: its length rules must leave a length that fits both. */
export const openLint: QuestionLint<OpenQuestion> = {
  check({ validation }, path, add) {
    const limit = (type: LengthRule['type']) => validation?.find(rule => rule.type === type)?.value
    const [min, max] = [limit('min_length'), limit('max_length')]
    if (min !== undefined && max !== undefined && min > max)
      add('length_rules', `${path}.validation`, min, max)
  },
}
