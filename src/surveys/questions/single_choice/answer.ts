import type { SingleChoiceQuestion } from '../../../wire/survey'
import type { AnswerRules } from '../answerRules'
import { type ChoiceDraft, draftOf, labelAt, lacksText, openChoiceOf, pickedTexts } from '../choices'

/** Single choice: the label, or the text of the open choice. Branches by position in the definition, also when shuffled. */
export const singleChoiceRules: AnswerRules<SingleChoiceQuestion, ChoiceDraft> = {
  empty: () => ({ picked: [], other: '' }),
  restore(question, answer, picked) {
    const draft = draftOf(question, answer, picked)
    return { picked: draft.picked.slice(0, 1), other: draft.other }
  },
  answer: (question, draft) => pickedTexts(question, draft)[0] ?? null,
  problem(question, draft) {
    if (question.optional || pickedTexts(question, draft)[0]) return null
    return { code: lacksText(question, draft) ? 'required_other' : 'required_choice' }
  },
  branchKey(question, answer) {
    if (typeof answer === 'number') return String(answer)
    if (typeof answer !== 'string') return undefined
    const position = question.choices.indexOf(answer)
    const key = position >= 0 ? position : openChoiceOf(question)
    return key >= 0 ? String(key) : undefined
  },
  branchKeys: question => question.choices.map((_, position) => String(position)),
  prefill: (question, values) => labelAt(question, values[0] ?? ''),
  submitsAtOnce: question => question.skipSubmitButton === true && !question.hasOpenChoice,
}
