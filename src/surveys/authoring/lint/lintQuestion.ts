import type { LengthRule, Question, QuestionTranslation, QuestionType } from '../../../wire/survey'
import { safeUrl } from '../../ui/safeUrl'
import type { AddFinding } from './finding'

type Of<T extends QuestionType> = Extract<Question, { type: T }>
type ChoiceQuestion = Of<'single_choice'> | Of<'multiple_choice'>

const SCALES = [2, 3, 5, 7, 10]
const EMOJI_SCALES = [2, 3, 5]

const isBlank = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''

function lintChoices({ choices, hasOpenChoice }: ChoiceQuestion, path: string, note: AddFinding) {
  const least = hasOpenChoice ? 1 : 2
  if (choices.length < least)
    note('warning', 'too_few_choices', `${path}.choices`, 'There is only one choice.')
  choices.forEach((choice, place) => {
    const at = `${path}.choices[${place}]`
    if (isBlank(choice))
      note('error', 'blank_choice', at, 'The choice has no text: visitors see an empty line.')
    else if (choices.indexOf(choice) < place) {
      note(
        'error',
        'duplicate_choice',
        at,
        `"${choice}" is in the list already: their answers cannot be told apart.`,
      )
    }
  })
}

function lintRating({ scale, display }: Of<'rating'>, path: string, note: AddFinding) {
  if (!SCALES.includes(Number(scale))) {
    note(
      'warning',
      'unusual_scale',
      `${path}.scale`,
      `The usual scales are ${SCALES.join(', ')}; answers on this one cannot branch.`,
    )
  } else if (display === 'emoji' && !EMOJI_SCALES.includes(Number(scale))) {
    note(
      'warning',
      'emoji_scale',
      `${path}.display`,
      `There are pictures for scales of ${EMOJI_SCALES.join(', ')}; this one is drawn in numbers.`,
    )
  }
}

function lintLink({ link }: Of<'link'>, path: string, note: AddFinding) {
  if (isBlank(link))
    note('error', 'missing_link', `${path}.link`, 'There is no address: the button opens nothing.')
  else if (!safeUrl(link, { relative: false })) {
    note(
      'error',
      'refused_link',
      `${path}.link`,
      'Only whole addresses with https:, http:, mailto: or tel: are opened: the button opens nothing.',
    )
  }
}

function lintLengths({ validation }: Of<'open'>, path: string, note: AddFinding) {
  const limit = (type: LengthRule['type']) => validation?.find(rule => rule.type === type)?.value
  const [least, most] = [limit('min_length'), limit('max_length')]
  if (least !== undefined && most !== undefined && least > most) {
    note(
      'error',
      'length_rules',
      `${path}.validation`,
      `No answer has at least ${least} and at most ${most} characters.`,
    )
  }
}

/** What each type is asked: one row a type. */
const BY_TYPE: { [T in QuestionType]: (question: Of<T>, path: string, note: AddFinding) => void } = {
  open: lintLengths,
  link: lintLink,
  rating: lintRating,
  single_choice: lintChoices,
  multiple_choice: lintChoices,
}

function lintTranslations(question: Question, path: string, note: AddFinding) {
  const count = 'choices' in question ? question.choices.length : 0
  const translations = Object.entries<QuestionTranslation>(question.translations ?? {})
  for (const [language, { choices }] of translations) {
    if (!choices || (choices.length === count && !choices.some(isBlank))) continue
    const at = `${path}.translations.${language}.choices`
    note(
      'error',
      'translated_choices',
      at,
      `Here must be ${count} texts, one for each choice: until then the choices are not translated.`,
    )
  }
}

/** Looks at one question by itself. */
export function lintQuestion(question: Question, path: string, note: AddFinding): void {
  if (isBlank(question.question))
    note('error', 'no_text', `${path}.question`, 'The question has no text: visitors see none.')
  // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
  const own = BY_TYPE[question.type] as (question: Question, path: string, note: AddFinding) => void
  own(question, path, note)
  lintTranslations(question, path, note)
}

/** Looks at the ids that answers are reported under. */
export function lintIds(questions: readonly Question[], note: AddFinding): void {
  questions.forEach(({ id }, index) => {
    const path = `questions[${index}].id`
    if (isBlank(id))
      note(
        'warning',
        'missing_id',
        path,
        `Without an id, answers are reported under "q${index}": the place of the question, which may change.`,
      )
    else if (questions.findIndex(other => other.id === id) < index) {
      note(
        'error',
        'duplicate_id',
        path,
        `"${id}" is the id of an earlier question: answers are reported under "q${index}" instead.`,
      )
    }
  })
}
