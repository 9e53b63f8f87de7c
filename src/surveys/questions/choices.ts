import type { Answer, MultipleChoiceQuestion, SingleChoiceQuestion } from '../../wire/survey'
import { trimInvisible } from './trimInvisible'

type ChoiceQuestion = SingleChoiceQuestion | MultipleChoiceQuestion

/** What the control of a choice question holds. */
export interface ChoiceDraft {
  /** Positions in `question.choices`, in the order they were picked. */
  picked: readonly number[]
  /** The text of the open choice. */
  other: string
}

/** Returns the position of the choice with a text field; -1 when there is none. */
export const openChoiceOf = (question: ChoiceQuestion): number =>
  question.hasOpenChoice ? question.choices.length - 1 : -1

/**
 * Returns the texts that a draft stands for: labels in the order they were picked, then the text of the open choice. An empty
 * text is left out, and one that repeats a label counts once.
 */
export function pickedTexts(question: ChoiceQuestion, draft: ChoiceDraft): string[] {
  const open = openChoiceOf(question)
  const labels = draft.picked
    .filter(position => position !== open)
    .map(position => question.choices[position])
  const typed = draft.picked.includes(open) ? trimInvisible(draft.other) : ''
  return [...new Set([...labels, typed])].filter(Boolean) as string[]
}

/**
 * Returns the draft that shows an answer again. A text that is not a label goes to the open choice, if there is one.
 *
 * @param picked The positions that were picked, which tell equal labels apart. Unused where they stand for another answer, as
 *   after an edit of the choices.
 */
export function draftOf(question: ChoiceQuestion, answer: Answer, picked?: readonly number[]): ChoiceDraft {
  const texts = [answer ?? []].flat().map(String)
  const open = openChoiceOf(question)
  /** Label -> its first position. Without the open choice, whose label is no answer. */
  const positionOf = new Map<string, number>()
  question.choices.forEach((label, position) => {
    if (position !== open && !positionOf.has(label)) positionOf.set(label, position)
  })
  const typed = texts.find(text => trimInvisible(text) && !positionOf.has(text))
  if (picked) {
    const other = picked.includes(open) ? (typed ?? texts[texts.length - 1] ?? '') : ''
    if (pickedTexts(question, { picked, other }).join('\n') === texts.join('\n')) return { picked, other }
  }
  const positions = texts.map(text => positionOf.get(text)).filter(position => position !== undefined)
  return typed && open >= 0
    ? { picked: [...positions, open], other: typed }
    : { picked: positions, other: '' }
}

/** Whether the open choice is picked while its text field is empty. */
export const lacksText = (question: ChoiceQuestion, draft: ChoiceDraft): boolean =>
  draft.picked.includes(openChoiceOf(question)) && !trimInvisible(draft.other)

/** Returns the label at a position given as text; `undefined` when there is no such position. */
export function labelAt(question: ChoiceQuestion, text: string): string | undefined {
  return /^\d+$/.test(text) ? question.choices[Number(text)] : undefined
}
