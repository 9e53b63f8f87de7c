import type { QuestionResults } from '../../wire/console'

/** Whether the answers to a question need the whole width: texts, and the charts of a score. */
function needsWidth(question: QuestionResults): boolean {
  switch (question.type) {
    case 'open':
      return true
    case 'rating':
      return question.nps !== null
    case 'single_choice':
    case 'multiple_choice':
      return question.open_texts.length > 0
    case 'link':
      return false
  }
}

/** Returns which cards take the whole width. Two narrow ones that follow each other share a row, so that no hole is left. */
export function wideCards(
  questions: readonly QuestionResults[],
): { question: QuestionResults; isWide: boolean }[] {
  let isSecond = false
  return questions.map((question, index) => {
    const next = questions[index + 1]
    const isNarrow = !needsWidth(question) && (isSecond || (next !== undefined && !needsWidth(next)))
    isSecond = isNarrow && !isSecond
    return { question, isWide: !isNarrow }
  })
}
