import type { MultipleChoiceQuestion, SingleChoiceQuestion } from '../../wire/survey'
import type { QuestionLint } from '../authoring/lint/finding'
import { isBlank } from './isBlank'

/** The checks of both choice types: labels must be written, and must differ. */
export const choicesLint: QuestionLint<SingleChoiceQuestion | MultipleChoiceQuestion> = {
  requirement: 'The question must have choices.',
  check({ choices, hasOpenChoice }, path, add) {
    if (choices.length < (hasOpenChoice ? 1 : 2)) add('too_few_choices', `${path}.choices`)
    const earlier = new Set<string>()
    choices.forEach((choice, index) => {
      if (isBlank(choice)) add('blank_choice', `${path}.choices[${index}]`)
      else if (earlier.has(choice)) add('duplicate_choice', `${path}.choices[${index}]`, choice)
      earlier.add(choice)
    })
  },
}
