import type { Question, Survey } from 'earshot'
import { indexAfterInsert, indexAfterMove, indexAfterRemove, moveItem, remapBranches } from './indexMap'

export type QuestionType = Question['type']

/** What is called how: the names of the five types, in the order they are offered. */
export const TYPE_NAMES: Record<QuestionType, string> = {
  rating: 'Rating',
  single_choice: 'Single choice',
  multiple_choice: 'Multiple choice',
  open: 'Open text',
  link: 'Link',
}

/** What a question of each type begins with. */
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
  multiple_choice: () => ({ type: 'multiple_choice', question: '', choices: ['First', 'Second'] }),
  open: () => ({ type: 'open', question: '' }),
  link: () => ({ type: 'link', question: '', link: '', buttonText: 'Open' }),
}

/** A question that has everything its type needs but its text. */
export const newQuestion = (type: QuestionType, id: string): Question => ({ id, ...DEFAULTS[type]() })

/** Puts a question in; branches go on leading to the questions they led to. */
export function insertQuestion(survey: Survey, index: number, question: Question): Survey {
  const questions = remapBranches(survey.questions, indexAfterInsert(index))
  return { ...survey, questions: [...questions.slice(0, index), question, ...questions.slice(index)] }
}

/** Takes a question to another place. Nothing happens where there is no such place. */
export function moveQuestion(survey: Survey, from: number, to: number): Survey {
  const { length } = survey.questions
  if (from === to || from < 0 || to < 0 || from >= length || to >= length) return survey
  return {
    ...survey,
    questions: remapBranches(moveItem(survey.questions, from, to), indexAfterMove(from, to)),
  }
}

/** Takes a question out; what led to it goes on with the next one. */
export function removeQuestion(survey: Survey, index: number): Survey {
  const remaining = survey.questions.filter((_, other) => other !== index)
  return { ...survey, questions: remapBranches(remaining, indexAfterRemove(index)) }
}

/** Puts a copy behind a question. The copy leads where the original leads, and nothing leads to the copy but the way on. */
export function duplicateQuestion(survey: Survey, index: number, id: string): Survey {
  const original = remapBranches(survey.questions, indexAfterInsert(index + 1))[index]
  if (!original) return survey
  const copy = structuredClone(original)
  return insertQuestion(survey, index + 1, { ...copy, id })
}

/** The fields that a question keeps when its type changes. */
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

/** Makes a question one of another type. Its texts stay, and its choices where both types have them. */
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
  // Answers of the new type have other names, or none at all.
  if (changed.branching?.type === 'response_based') delete changed.branching
  return {
    ...survey,
    questions: survey.questions.map((other, position) => (position === index ? changed : other)),
  }
}

/** Makes a scale another one; branches stay with the part of the scale that they were about. */
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

const KEY_PAIRS = [
  ['negative', 'detractors'],
  ['neutral', 'passives'],
  ['positive', 'promoters'],
] as const

/** What a part of one scale is called on another; `undefined` where it has none. */
function branchKeyOnScale(key: string, scale: number): string | undefined {
  const pair = KEY_PAIRS.find(names => (names as readonly string[]).includes(key))
  if (!pair || (scale === 2 && pair[0] === 'neutral')) return undefined
  return pair[scale === 10 ? 1 : 0]
}
