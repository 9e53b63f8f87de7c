import type { MultipleChoiceQuestion } from '../../../wire/survey'
import type { AnswerRules } from '../answerRules'
import { type ChoiceDraft, draftOf, labelAt, lacksText, pickedTexts } from '../choices'

/** Multiple choice: labels in the order they were picked, the text of the open choice last. `null` when none is picked. */
export const multipleChoiceRules: AnswerRules<MultipleChoiceQuestion, ChoiceDraft> = {
  empty: () => ({ picked: [], other: '' }),
  restore: draftOf,
  answer(question, draft) {
    const texts = pickedTexts(question, draft)
    return texts[0] ? texts : null
  },
  problem(question, draft) {
    if (question.optional) return null
    if (lacksText(question, draft)) return { code: 'required_other' }
    return pickedTexts(question, draft)[0] ? null : { code: 'required_choice' }
  },
  branchKey: () => undefined,
  branchKeys: () => [],
  prefill(question, values) {
    const labels = values.map(value => labelAt(question, value)).filter(label => label !== undefined)
    return labels.length > 0 ? [...new Set(labels)] : undefined
  },
  submitsAtOnce: () => false,
}
