import type { Survey } from 'earshot'
import { insertChoice } from '../../edit/choices'
import { setAt } from '../../edit/path'

/** A bullet or a number, as word processors and web pages write it in front of an item of a list. */
const MARKER = /^(?:[-*•–]|\d+[.)])\s+/

/** Returns the items of a pasted list: its lines, without empty ones, and without markers if all have one. */
export function pastedItems(text: string): string[] {
  const lines = text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(Boolean)
  return lines.every(line => MARKER.test(line)) ? lines.map(line => line.replace(MARKER, '')) : lines
}

/**
 * Returns the survey with a list pasted into a choice, and the position of the last pasted choice. The first item becomes `first`
 * in place of the text of the choice, and the others follow. An open choice keeps its text and stays last. See D-629.
 *
 * @param target Position of the choice in its question.
 * @param first Text of the choice after the paste: its own text with the first item at the cursor.
 */
export function pasteChoices(
  survey: Survey,
  questionIndex: number,
  target: { choiceIndex: number; isOpen: boolean },
  { first, items }: { first: string; items: readonly string[] },
): { survey: Survey; last: number } {
  const { choiceIndex, isOpen } = target
  const inserted = isOpen ? items : items.slice(1)
  const start = isOpen ? choiceIndex : choiceIndex + 1
  const replaced = isOpen
    ? survey
    : setAt(survey, ['questions', questionIndex, 'choices', choiceIndex], first)
  return {
    survey: inserted.reduce(
      (edited, text, offset) => insertChoice(edited, questionIndex, start + offset, text),
      replaced,
    ),
    last: start + inserted.length - 1,
  }
}
