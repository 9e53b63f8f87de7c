import type { RatingQuestion } from '../../../wire/survey'
import type { QuestionParser } from '../parse'

/** Rating: a whole scale from 2 to 10. A missing one is 10, the scale of "how likely are you to recommend us". */
export const parseRating: QuestionParser<RatingQuestion> = raw => {
  const scale = Number(raw.scale ?? 10)
  if (!Number.isInteger(scale) || scale < 2 || scale > 10) return undefined
  return { scale, display: raw.display === 'emoji' ? 'emoji' : 'number' }
}
