import type { Survey } from 'earshot'

/** Returns the number of questions, such as `1 question`. */
export const questionCount = ({ questions: { length } }: Pick<Survey, 'questions'>): string =>
  length === 1 ? '1 question' : `${length} questions`
