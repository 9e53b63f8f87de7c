import type { Question } from 'earshot'
import { TYPE_NAMES } from '../edit/questions'
import { isSame } from './surveyFields'

const MAX_TITLE_LENGTH = 60

/** Returns a question's text in quotes, shortened. */
const titleOf = ({ question }: Question): string => {
  const text = question.trim() || 'Untitled question'
  return `"${text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH - 1)}…` : text}"`
}

const idsOf = (questions: readonly Question[]) => questions.map(({ id }) => id ?? '')

/** Returns what changed questions mean for answers already given and for visitors who are in the middle. */
export function describeQuestions(before: readonly Question[], after: readonly Question[]): string[] {
  if (isSame(before, after)) return []
  const find = (questions: readonly Question[], id: string | undefined) =>
    questions.find(question => question.id === id)
  const removed = before.filter(({ id }) => !find(after, id))
  const added = after.filter(({ id }) => !find(before, id))
  const replaced = removed.filter(old => added.some(question => question.question === old.question))
  const sentences = [
    ...removed
      .filter(question => !replaced.includes(question))
      .map(
        question =>
          `${titleOf(question)} is removed. Answers already given to it stay in the events, and are no longer part of the results.`,
      ),
    ...replaced.map(
      question =>
        `${titleOf(question)} has another id. Its earlier answers count as those of a question that was removed.`,
    ),
    ...added
      .filter(question => !replaced.some(old => old.question === question.question))
      .map(question => `${titleOf(question)} is new. Visitors who have already finished are not asked.`),
    ...after.flatMap(question => {
      const old = find(before, question.id)
      return old ? describeQuestion(old, question) : []
    }),
  ]
  const kept = (questions: readonly Question[], others: readonly Question[]) =>
    idsOf(questions).filter(id => find(others, id))
  const isReordered = !isSame(kept(before, after), kept(after, before))
  if (isReordered) sentences.push('The questions are in another order. Each answer stays with its question.')
  if (before.some(old => isBranchedElsewhere(old, find(after, old.id))))
    sentences.push(
      'Answers lead to other questions than before. Paths in the results are those of each time.',
    )
  if (
    isReordered ||
    added.length > 0 ||
    removed.length > 0 ||
    before.some((old, i) => old.type !== after[i]?.type)
  )
    sentences.push(
      'Visitors who have the survey open finish the version that they see. Visitors who left in the middle continue at the same ' +
        'position of the new version, or start again if there is none.',
    )
  return sentences.length > 0
    ? sentences
    : ['Texts or options of questions change, from the next page that a visitor opens.']
}

const isBranchedElsewhere = (before: Question, after: Question | undefined): boolean =>
  after !== undefined &&
  !isSame(before.branching ?? { type: 'next_question' }, after.branching ?? { type: 'next_question' })

/** Returns what a changed question means for its earlier answers. */
function describeQuestion(before: Question, after: Question): string[] {
  const title = titleOf(after)
  if (before.type !== after.type) {
    const [old, current] = [TYPE_NAMES[before.type], TYPE_NAMES[after.type]]
    return [
      `${title} changes from ${old} to ${current}. Answers already given do not fit the new type, and its results may leave them out.`,
    ]
  }
  const sentences: string[] = []
  if (before.question !== after.question)
    sentences.push(`${titleOf(before)} now reads ${title}. Earlier answers were given to the earlier text.`)
  if (before.type === 'rating' && after.type === 'rating' && before.scale !== after.scale)
    sentences.push(
      `The scale of ${title} changes from ${before.scale} to ${after.scale}. Earlier answers keep the value of the earlier scale.`,
    )
  if ('choices' in before && 'choices' in after)
    sentences.push(...describeChoices(before.choices, after.choices, title))
  if (!before.optional !== !after.optional)
    sentences.push(after.optional ? `${title} can be skipped.` : `${title} must be answered.`)
  return sentences
}

function describeChoices(before: readonly string[], after: readonly string[], title: string): string[] {
  const quoted = (choices: readonly string[]) => choices.map(choice => `"${choice}"`).join(', ')
  const removed = before.filter(choice => !after.includes(choice))
  const added = after.filter(choice => !before.includes(choice))
  return [
    ...(removed.length > 0
      ? [`${title} no longer offers ${quoted(removed)}. Earlier answers with it still count.`]
      : []),
    ...(added.length > 0
      ? [`${title} also offers ${quoted(added)}, which earlier visitors could not choose.`]
      : []),
  ]
}
