import type { Question, Survey } from 'earshot'
import { type IndexMap, indexAfterInsert, indexAfterMove, indexAfterRemove, moveItem } from './indexMap'

type ChoiceQuestion = Extract<Question, { choices: string[] }>

/** Changes the choices of a question, those of its translations alike, and the answers that its branches are about. */
function updateChoices(
  survey: Survey,
  questionIndex: number,
  edit: (choices: readonly string[]) => string[],
  mapIndex: IndexMap,
): Survey {
  const update = (question: ChoiceQuestion): ChoiceQuestion => {
    const count = question.choices.length
    const translations =
      question.translations &&
      Object.fromEntries(
        Object.entries(question.translations).map(([language, texts]) => [
          language,
          texts.choices?.length === count ? { ...texts, choices: edit(texts.choices) } : texts,
        ]),
      )
    const { branching } = question
    return {
      ...question,
      choices: edit(question.choices),
      ...(translations && { translations }),
      ...(branching?.type === 'response_based' && {
        branching: { ...branching, responseValues: remapKeys(branching.responseValues ?? {}, mapIndex) },
      }),
    }
  }
  return {
    ...survey,
    questions: survey.questions.map((question, index) =>
      index === questionIndex && 'choices' in question ? update(question) : question,
    ),
  }
}

/** Answers of a choice question are called by the position of the choice. */
function remapKeys(
  values: Record<string, number | string>,
  mapIndex: IndexMap,
): Record<string, number | string> {
  const entries = Object.entries(values).flatMap(([key, target]) => {
    const index = mapIndex(Number(key))
    return index === undefined ? [] : [[String(index), target] as const]
  })
  return Object.fromEntries(entries)
}

/** Puts a choice in; an open choice stays the last one. */
export function insertChoice(
  survey: Survey,
  questionIndex: number,
  choiceIndex: number,
  text: string,
): Survey {
  return updateChoices(
    survey,
    questionIndex,
    choices => [...choices.slice(0, choiceIndex), text, ...choices.slice(choiceIndex)],
    indexAfterInsert(choiceIndex),
  )
}

/** Takes a choice to another place. Nothing happens where there is no such place. */
export function moveChoice(survey: Survey, questionIndex: number, from: number, to: number): Survey {
  const question = survey.questions[questionIndex]
  const count = question && 'choices' in question ? question.choices.length : 0
  if (from === to || Math.min(from, to) < 0 || Math.max(from, to) >= count) return survey
  return updateChoices(
    survey,
    questionIndex,
    choices => moveItem(choices, from, to),
    indexAfterMove(from, to),
  )
}

/** Takes a choice out, and the branch that was about it. */
export function removeChoice(survey: Survey, questionIndex: number, choiceIndex: number): Survey {
  return updateChoices(
    survey,
    questionIndex,
    choices => choices.filter((_, index) => index !== choiceIndex),
    indexAfterRemove(choiceIndex),
  )
}
