import type { MultipleChoiceQuestion, SingleChoiceQuestion } from '../../wire/survey'
import type { QuestionLint } from '../authoring/lint/finding'
import { isBlank } from './isBlank'

/** Labels such as `Other…` and `Other (please specify)`, but not `Other people`. */
const OTHER = /^\s*other\s*([.\u2026:]*|[(,].*)$/i

/** The checks of both choice types: labels must be written, and must differ. */
export const choicesLint: QuestionLint<SingleChoiceQuestion | MultipleChoiceQuestion> = {
  requirement: 'The question must have choices.',
  answers: ({ choices, hasOpenChoice }) => [...choices, ...(hasOpenChoice ? ['A text of my own'] : [])],
  check({ choices, hasOpenChoice }, path, add) {
    if (choices.length < (hasOpenChoice ? 1 : 2)) add('too_few_choices', `${path}.choices`)
    const earlier = new Set<string>()
    choices.forEach((choice, index) => {
      if (isBlank(choice)) add('blank_choice', `${path}.choices[${index}]`)
      else if (earlier.has(choice)) add('duplicate_choice', `${path}.choices[${index}]`, choice)
      earlier.add(choice)
    })
    const open = choices.length - 1
    const other = choices.findIndex((choice, index) => index < open && OTHER.test(choice))
    if (hasOpenChoice && other >= 0 && !OTHER.test(choices[open]!))
      add('open_choice_not_last', `${path}.choices[${other}]`, choices[other]!, choices[open]!)
  },
}
