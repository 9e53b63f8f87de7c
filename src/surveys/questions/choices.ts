import type { Answer, MultipleChoiceQuestion, SingleChoiceQuestion } from '../../wire/survey'
import { type ChoiceDraft, trimInvisible } from '../session/answer'

type ChoiceQuestion = SingleChoiceQuestion | MultipleChoiceQuestion

/** Where the choice that asks for free text stands; -1 when there is none. */
export const openChoiceOf = (question: ChoiceQuestion): number =>
  question.hasOpenChoice ? question.choices.length - 1 : -1

/** The position of a text among the choices that are not open; -1 when it is none of them. */
function positionOf(question: ChoiceQuestion, text: string): number {
  const position = question.choices.indexOf(text)
  return position === openChoiceOf(question) ? -1 : position
}

/**
 * The texts a draft stands for, in the order of picking, the open one last. An open choice without text is no answer, and one
 * that repeats a listed choice is that choice.
 */
export function pickedTexts(question: ChoiceQuestion, draft: ChoiceDraft): string[] {
  const open = openChoiceOf(question)
  const listed = draft.picked
    .filter(position => position !== open)
    .map(position => question.choices[position])
  const typed = draft.picked.includes(open) ? trimInvisible(draft.other) : ''
  return [...new Set([...listed, typed])].filter(text => text !== undefined && text !== '') as string[]
}

/** The draft that shows texts again; a text that is not listed goes to the open choice, when there is one. */
export function draftOf(question: ChoiceQuestion, answer: Answer): ChoiceDraft {
  const texts = [answer ?? []].flat().map(String)
  const picked = texts.map(text => positionOf(question, text)).filter(position => position >= 0)
  const typed = texts.find(text => trimInvisible(text) !== '' && positionOf(question, text) < 0)
  const open = openChoiceOf(question)
  return typed !== undefined && open >= 0
    ? { picked: [...picked, open], other: typed }
    : { picked, other: '' }
}

/** True: the open choice is picked and nothing is written beside it. */
export const lacksText = (question: ChoiceQuestion, draft: ChoiceDraft): boolean =>
  draft.picked.includes(openChoiceOf(question)) && trimInvisible(draft.other) === ''

/** The label at a position that came as text; `undefined` when the question has no such position. */
export function labelAt(question: ChoiceQuestion, text: string): string | undefined {
  return /^\d+$/.test(text) ? question.choices[Number(text)] : undefined
}
