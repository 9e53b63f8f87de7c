import type { Question, Survey } from 'earshot'
import { afterInsert, afterMove, afterRemove, type Moved, moved } from './positions'

type ChoiceQuestion = Extract<Question, { choices: string[] }>

/** Changes the choices of a question, those of its translations alike, and the answers that its branches are about. */
function withChoices(
  survey: Survey,
  at: number,
  change: (choices: readonly string[]) => string[],
  where: Moved,
): Survey {
  const changed = (question: ChoiceQuestion): ChoiceQuestion => {
    const count = question.choices.length
    const translations =
      question.translations &&
      Object.fromEntries(
        Object.entries(question.translations).map(([language, texts]) => [
          language,
          texts.choices?.length === count ? { ...texts, choices: change(texts.choices) } : texts,
        ]),
      )
    const { branching } = question
    return {
      ...question,
      choices: change(question.choices),
      ...(translations && { translations }),
      ...(branching?.type === 'response_based' && {
        branching: { ...branching, responseValues: rekeyed(branching.responseValues ?? {}, where) },
      }),
    }
  }
  return {
    ...survey,
    questions: survey.questions.map((question, index) =>
      index === at && 'choices' in question ? changed(question) : question,
    ),
  }
}

/** Answers of a choice question are called by the position of the choice. */
function rekeyed(values: Record<string, number | string>, where: Moved): Record<string, number | string> {
  const entries = Object.entries(values).flatMap(([key, target]) => {
    const position = where(Number(key))
    return position === undefined ? [] : [[String(position), target] as const]
  })
  return Object.fromEntries(entries)
}

/** Puts a choice in; an open choice stays the last one. */
export function insertChoice(survey: Survey, at: number, place: number, text: string): Survey {
  return withChoices(
    survey,
    at,
    choices => [...choices.slice(0, place), text, ...choices.slice(place)],
    afterInsert(place),
  )
}

/** Takes a choice to another place. Nothing happens where there is no such place. */
export function moveChoice(survey: Survey, at: number, from: number, to: number): Survey {
  const question = survey.questions[at]
  const count = question && 'choices' in question ? question.choices.length : 0
  if (from === to || Math.min(from, to) < 0 || Math.max(from, to) >= count) return survey
  return withChoices(survey, at, choices => moved(choices, from, to), afterMove(from, to))
}

/** Takes a choice out, and the branch that was about it. */
export function removeChoice(survey: Survey, at: number, place: number): Survey {
  return withChoices(
    survey,
    at,
    choices => choices.filter((_, position) => position !== place),
    afterRemove(place),
  )
}
