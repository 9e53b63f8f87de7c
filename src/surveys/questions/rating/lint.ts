import type { RatingQuestion } from '../../../wire/survey'
import type { QuestionLint } from '../../authoring/lint/finding'
import { ratingValues } from './answer'

/** Scales that can branch, and those that have emoji. */
const SCALES = [2, 3, 5, 7, 10]
const EMOJI_SCALES = [2, 3, 5]

/** Rating: its scale should be one that can branch, and one with emoji where these are wanted. */
export const ratingLint: QuestionLint<RatingQuestion> = {
  requirement: 'The scale must be a whole number from 2 to 10.',
  answers: ratingValues,
  check({ scale, display }, path, add) {
    if (!SCALES.includes(scale)) add('unusual_scale', `${path}.scale`, SCALES)
    else if (display === 'emoji' && !EMOJI_SCALES.includes(scale))
      add('emoji_scale', `${path}.display`, EMOJI_SCALES)
  },
}
