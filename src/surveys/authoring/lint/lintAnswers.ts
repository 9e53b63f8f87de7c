import type { Survey } from '../../../wire/survey'
import { PLACEHOLDER } from '../../session/pipeAnswers'
import type { AddFinding } from './finding'
import { positionsAfter } from './lintFlow'

/** Returns the numbers of the questions whose answers the texts of a value show. */
const numbersIn = (value: unknown): number[] => [
  ...new Set([...(JSON.stringify(value) ?? '').matchAll(PLACEHOLDER)].map(([, number]) => Number(number))),
]

/** Checks the placeholders for answers: each needs a question that visitors have answered by then. See D-650. */
export function lintAnswers(survey: Survey, add: AddFinding): void {
  const { questions, appearance, translations } = survey

  /** @param isAnswered Whether visitors may have answered the question at a position. */
  function lintText(path: string, value: unknown, isAnswered: (position: number) => boolean) {
    for (const number of numbersIn(value)) {
      const question = questions[number - 1]
      if (!question) add('answer_of_nothing', path, number)
      else if (question.type === 'link') add('answer_of_link', path, number)
      else if (!isAnswered(number - 1)) add('answer_too_early', path, number)
    }
  }

  questions.forEach((question, index) => {
    for (const [name, value] of Object.entries(question)) {
      const path = `questions[${index}].${name}`
      if (name !== 'link' && name !== 'choices')
        lintText(path, value, position => positionsAfter(survey, position).has(index))
      else if (numbersIn(value).length > 0) add('answer_not_shown', path)
    }
  })
  const texts = Object.entries({ ...appearance }).map(([name, value]) => [`appearance.${name}`, name, value])
  const translated = Object.entries({ ...translations }).flatMap(([language, fields]) =>
    Object.entries({ ...fields }).map(([name, value]) => [`translations.${language}`, name, value]),
  )
  for (const [path, name, value] of [...texts, ...translated] as [string, string, unknown][])
    lintText(path, value, () => !name.startsWith('intro'))
}
