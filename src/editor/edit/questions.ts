import type { Question, Survey } from 'earshot'
import { stepAfterRemoved } from './branchChanges'
import { type IndexMap, indexAfterInsert, indexAfterMove, indexAfterRemove, moveItem } from './indexMap'
import { branchTargets, hasBranching, mapTargets, rearrange } from './rearrange'
import { renumberAnswers } from './renumberAnswers'

export type QuestionType = Question['type']

/** Display names of the question types, in the order in which the editor offers them. */
export const TYPE_NAMES: Record<QuestionType, string> = {
  rating: 'Rating',
  single_choice: 'Single choice',
  multiple_choice: 'Multiple choice',
  open: 'Open text',
  link: 'Link',
}

/** Initial fields of each question type. */
const DEFAULTS: { [T in QuestionType]: () => Extract<Question, { type: T }> } = {
  rating: () => ({
    type: 'rating',
    question: '',
    display: 'number',
    scale: 5,
    lowerBoundLabel: 'Very poor',
    upperBoundLabel: 'Very good',
  }),
  single_choice: () => ({ type: 'single_choice', question: '', choices: ['Yes', 'No'] }),
  multiple_choice: () => ({ type: 'multiple_choice', question: '', choices: ['', ''] }),
  open: () => ({ type: 'open', question: '' }),
  link: () => ({ type: 'link', question: '', link: '', buttonText: 'Open' }),
}

/** Creates a question with the required fields of its type and an empty text. */
export const newQuestion = (type: QuestionType, id: string): Question => ({ id, ...DEFAULTS[type]() })

/** Inserts a question. Branches keep their target questions, and the question before it leads to it unless it branches. See D-607. */
export const insertQuestion = (survey: Survey, index: number, question: Question): Survey =>
  renumberAnswers(insert(survey, index, question), indexAfterInsert(index))

function insert(survey: Survey, index: number, question: Question): Survey {
  const questions = survey.questions.map(other => mapTargets(other, indexAfterInsert(index)))
  return { ...survey, questions: [...questions.slice(0, index), question, ...questions.slice(index)] }
}

/**
 * Moves a question. Branches keep their target questions. Returns the same survey when a position does not exist.
 *
 * Visitors see the new order if no branch enters or leaves the questions between both positions, or if the question becomes the
 * first. Otherwise each answer leads to the same question as before. See D-607.
 */
export function moveQuestion(survey: Survey, from: number, to: number): Survey {
  const { length } = survey.questions
  if (from === to || from < 0 || to < 0 || from >= length || to >= length) return survey
  return renumberAnswers(move(survey, from, to), indexAfterMove(from, to))
}

function move(survey: Survey, from: number, to: number): Survey {
  const mapIndex = indexAfterMove(from, to)
  if (isStraight(survey, Math.min(from, to), Math.max(from, to))) {
    const questions = moveItem(survey.questions, from, to)
    return { ...survey, questions: questions.map(question => mapTargets(question, mapIndex)) }
  }
  if (to === 0) return moveToTop(survey, from)
  // The survey starts with the first question of the list, so moving it away moves the second one to the top.
  return from === 0 ? move(moveToTop(survey, 1), 1, to) : rearrange(survey, mapIndex)
}

/** Whether a move changes the list alone, because branches enter or leave the questions that it passes. */
export const movesInListOnly = (survey: Survey, from: number, to: number): boolean =>
  Math.min(from, to) > 0 && !isStraight(survey, Math.min(from, to), Math.max(from, to))

/** Whether questions follow each other without a branch that enters or leaves them. */
const isStraight = ({ questions }: Survey, first: number, last: number): boolean =>
  !questions.slice(first, last + 1).some(hasBranching) &&
  !questions.flatMap(branchTargets).some(target => first <= target && target <= last)

/** Every visitor has answered the first question, so branches to it lead to what followed it, and it leads to the next one. */
function moveToTop(survey: Survey, from: number): Survey {
  const { branching, ...question } = survey.questions[from]!
  const kept = branching?.type === 'response_based' ? { ...question, branching } : question
  const moved = mapTargets(kept, target => (target === from ? 'end' : indexAfterMove(from, 0)(target)))
  return insert(remove(survey, from), 0, moved)
}

/** Returns the positions after a question is removed. When the first one is, the question that followed it comes first. */
export function indexAfterRemoval(survey: Survey, index: number): IndexMap {
  const remove = indexAfterRemove(index)
  const first = index === 0 ? stepAfterRemoved(survey, 0) : 'end'
  if (first === 'end') return remove
  return position => {
    const rest = remove(position)
    return rest === undefined ? undefined : indexAfterMove(first - 1, 0)(rest)
  }
}

/** Removes a question. Answers that led to it lead to what followed it. See D-606. */
export const removeQuestion = (survey: Survey, index: number): Survey =>
  renumberAnswers(remove(survey, index), indexAfterRemoval(survey, index))

const remove = (survey: Survey, index: number): Survey =>
  rearrange(survey, indexAfterRemoval(survey, index), stepAfterRemoved(survey, index))

/** Inserts a copy after a question. The copy has the branches of the original, and branches to the original stay with it. */
export function duplicateQuestion(survey: Survey, index: number, id: string): Survey {
  const original = survey.questions[index]
  if (!original) return survey
  const copy = structuredClone(mapTargets(original, indexAfterInsert(index + 1)))
  return insertQuestion(survey, index + 1, { ...copy, id })
}

/** Fields that all question types have. They survive a change of type. */
const SHARED_FIELDS = [
  'id',
  'question',
  'description',
  'descriptionContentType',
  'optional',
  'buttonText',
  'branching',
  'translations',
] as const

/** Changes the type of a question. Texts are kept, and choices if both types have them. */
export function changeType(survey: Survey, index: number, type: QuestionType): Survey {
  const question = survey.questions[index]
  if (!question || question.type === type) return survey
  const shared = Object.fromEntries(
    SHARED_FIELDS.filter(name => name in question).map(name => [name, question[name]]),
  )
  const { buttonText: _, ...defaults } = DEFAULTS[type]() as Question
  const changed = { ...defaults, ...shared } as Question
  if ('choices' in question && 'choices' in changed) {
    const { choices, shuffleOptions, hasOpenChoice } = question
    Object.assign(
      changed,
      { choices },
      shuffleOptions && { shuffleOptions },
      hasOpenChoice && { hasOpenChoice },
    )
  }
  // The branch keys of the new type differ.
  if (changed.branching?.type === 'response_based') delete changed.branching
  return {
    ...survey,
    questions: survey.questions.map((other, position) => (position === index ? changed : other)),
  }
}

/** Changes the scale of a rating. Branches keep the corresponding part of the scale. */
export function changeScale(survey: Survey, index: number, scale: number): Survey {
  const questions = survey.questions.map((question, position) => {
    if (position !== index || question.type !== 'rating') return question
    const changed = { ...question, scale }
    if (question.branching?.type !== 'response_based') return changed
    const responseValues = Object.fromEntries(
      Object.entries(question.branching.responseValues ?? {}).flatMap(([key, target]) => {
        const name = branchKeyOnScale(key, scale)
        return name ? [[name, target]] : []
      }),
    )
    return { ...changed, branching: { ...question.branching, responseValues } }
  })
  return { ...survey, questions }
}

/** Branch keys of the scales 2 to 7, and those of scale 10. */
const KEY_PAIRS = [
  ['negative', 'detractors'],
  ['neutral', 'passives'],
  ['positive', 'promoters'],
] as const

/** Returns the corresponding branch key on another scale, or `undefined` if the scale has none. */
function branchKeyOnScale(key: string, scale: number): string | undefined {
  const pair = KEY_PAIRS.find(names => (names as readonly string[]).includes(key))
  if (!pair || (scale === 2 && pair[0] === 'neutral')) return undefined
  return pair[scale === 10 ? 1 : 0]
}
