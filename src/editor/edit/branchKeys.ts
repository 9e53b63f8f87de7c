import type { Question } from 'earshot'
import type { Answer } from 'earshot/surveys'

/** A group of answers that can have a branch of its own. */
export interface BranchKey {
  /** Key in `responseValues`. */
  key: string
  label: string
  /** An answer of the group. */
  example: Answer
}

/** Branch keys of each rating scale, with the range that the key stands for and one of its values. Interface 2.4. */
const SCALE_KEYS: Record<number, [key: string, label: string, example: number][]> = {
  2: [
    ['positive', 'Thumbs up', 1],
    ['negative', 'Thumbs down', 2],
  ],
  3: [
    ['negative', '1', 1],
    ['neutral', '2', 2],
    ['positive', '3', 3],
  ],
  5: [
    ['negative', '1 to 2', 1],
    ['neutral', '3', 3],
    ['positive', '4 to 5', 5],
  ],
  7: [
    ['negative', '1 to 3', 1],
    ['neutral', '4', 4],
    ['positive', '5 to 7', 7],
  ],
  10: [
    ['detractors', '0 to 6', 0],
    ['passives', '7 to 8', 7],
    ['promoters', '9 to 10', 10],
  ],
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the branch keys of a question; an empty list for types that cannot branch by answer. */
export function branchKeysOf(question: Question): BranchKey[] {
  if (question.type === 'single_choice') {
    return question.choices.map((choice, index) => ({ key: String(index), label: choice, example: choice }))
  }
  if (question.type !== 'rating') return []
  return (SCALE_KEYS[question.scale] ?? []).map(([key, range, example]) => ({
    key,
    label: question.scale === 2 ? range : `${capitalize(key)} (${range})`,
    example,
  }))
}
