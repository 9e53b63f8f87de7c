import { arrayOrEmpty } from '../../../lib/arrayOrEmpty'
import type { LengthRule, OpenQuestion } from '../../../wire/survey'
import type { QuestionLint } from '../../authoring/lint/finding'

/** Characters that a text field takes, as in `ui/view.ts`. */
const MAX_TEXT = 65_535

/** Open text: its length rules must leave a length that fits both. */
export const openLint: QuestionLint<OpenQuestion> = {
  answers({ validation }) {
    const minimums = arrayOrEmpty(validation).map(({ type, value }) =>
      type === 'min_length' ? Number(value) || 1 : 1,
    )
    return ['x'.repeat(Math.min(Math.ceil(Math.max(1, ...minimums)), MAX_TEXT))]
  },
  check({ validation }, path, add) {
    const limit = (type: LengthRule['type']) => validation?.find(rule => rule.type === type)?.value
    const [min, max] = [limit('min_length'), limit('max_length')]
    if (min !== undefined && max !== undefined && min > max)
      add('length_rules', `${path}.validation`, min, max)
  },
}
