import type { Question, Survey } from 'earshot'
import { afterInsert, afterMove, afterRemove, moved, remapped } from './positions'

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
const BEGINNINGS: { [T in QuestionType]: () => Extract<Question, { type: T }> } = {
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
export const newQuestion = (type: QuestionType, id: string): Question => ({ id, ...BEGINNINGS[type]() })

/** Puts a question in; branches go on leading to the questions they led to. */
export function insertQuestion(survey: Survey, at: number, question: Question): Survey {
  const questions = remapped(survey.questions, afterInsert(at))
  return { ...survey, questions: [...questions.slice(0, at), question, ...questions.slice(at)] }
}

/** Takes a question to another place. Nothing happens where there is no such place. */
export function moveQuestion(survey: Survey, from: number, to: number): Survey {
  const { length } = survey.questions
  if (from === to || from < 0 || to < 0 || from >= length || to >= length) return survey
  return { ...survey, questions: remapped(moved(survey.questions, from, to), afterMove(from, to)) }
}

/** Takes a question out; what led to it goes on with the next one. */
export function removeQuestion(survey: Survey, at: number): Survey {
  const rest = survey.questions.filter((_, index) => index !== at)
  return { ...survey, questions: remapped(rest, afterRemove(at)) }
}

/** Puts a copy behind a question. The copy leads where the original leads, and nothing leads to the copy but the way on. */
export function duplicateQuestion(survey: Survey, at: number, id: string): Survey {
  const original = remapped(survey.questions, afterInsert(at + 1))[at]
  if (!original) return survey
  const copy = structuredClone(original)
  return insertQuestion(survey, at + 1, { ...copy, id })
}

/** The fields that a question keeps when its type changes. */
const KEPT = [
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
export function changeType(survey: Survey, at: number, type: QuestionType): Survey {
  const before = survey.questions[at]
  if (!before || before.type === type) return survey
  const kept = Object.fromEntries(KEPT.filter(name => name in before).map(name => [name, before[name]]))
  const { buttonText: _, ...beginning } = BEGINNINGS[type]() as Question
  const after = { ...beginning, ...kept } as Question
  if ('choices' in before && 'choices' in after) {
    const { choices, shuffleOptions, hasOpenChoice } = before
    Object.assign(
      after,
      { choices },
      shuffleOptions && { shuffleOptions },
      hasOpenChoice && { hasOpenChoice },
    )
  }
  // Answers of the new type have other names, or none at all.
  if (after.branching?.type === 'response_based') delete after.branching
  return {
    ...survey,
    questions: survey.questions.map((question, index) => (index === at ? after : question)),
  }
}

/** Makes a scale another one; branches stay with the part of the scale that they were about. */
export function changeScale(survey: Survey, at: number, scale: number): Survey {
  const questions = survey.questions.map((question, index) => {
    if (index !== at || question.type !== 'rating') return question
    const changed = { ...question, scale }
    if (question.branching?.type !== 'response_based') return changed
    const responseValues = Object.fromEntries(
      Object.entries(question.branching.responseValues ?? {}).flatMap(([key, target]) => {
        const name = partName(key, scale)
        return name ? [[name, target]] : []
      }),
    )
    return { ...changed, branching: { ...question.branching, responseValues } }
  })
  return { ...survey, questions }
}

const PARTS = [
  ['negative', 'detractors'],
  ['neutral', 'passives'],
  ['positive', 'promoters'],
] as const

/** What a part of one scale is called on another; `undefined` where it has none. */
function partName(key: string, scale: number): string | undefined {
  const part = PARTS.find(names => (names as readonly string[]).includes(key))
  if (!part || (scale === 2 && part[0] === 'neutral')) return undefined
  return part[scale === 10 ? 1 : 0]
}
