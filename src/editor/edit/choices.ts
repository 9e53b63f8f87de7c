import type { Question, Survey } from 'earshot'
import { type IndexMap, indexAfterInsert, indexAfterMove, indexAfterRemove, moveItem } from './indexMap'

type ChoiceQuestion = Extract<Question, { choices: string[] }>

/** Applies an edit to the choices of a question, to their translations, and to the branch keys of the question. */
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

/** Branch keys of a choice question are the positions of its choices. */
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

/** Inserts a choice. The caller keeps an open choice last. */
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

/** Moves a choice. Returns the same survey when a position does not exist. */
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

/** Removes a choice and its branch. */
export function removeChoice(survey: Survey, questionIndex: number, choiceIndex: number): Survey {
  return updateChoices(
    survey,
    questionIndex,
    choices => choices.filter((_, index) => index !== choiceIndex),
    indexAfterRemove(choiceIndex),
  )
}
