import type { LengthRule, Question, QuestionTranslation, QuestionType } from '../../wire/survey'
import { safeUrl } from '../ui/safeUrl'
import type { Note } from './finding'

type Of<T extends QuestionType> = Extract<Question, { type: T }>
type ChoiceQuestion = Of<'single_choice'> | Of<'multiple_choice'>

const SCALES = [2, 3, 5, 7, 10]
const EMOJI_SCALES = [2, 3, 5]

const isBlank = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''

function lintChoices({ choices, hasOpenChoice }: ChoiceQuestion, path: string, note: Note) {
  const least = hasOpenChoice ? 1 : 2
  if (choices.length < least)
    note('warning', 'too_few_choices', `${path}.choices`, 'There is nothing to choose between.')
  choices.forEach((choice, place) => {
    const at = `${path}.choices[${place}]`
    if (isBlank(choice)) note('error', 'blank_choice', at, 'The choice has no text.')
    else if (choices.indexOf(choice) < place) {
      note('error', 'duplicate_choice', at, `"${choice}" is there already: answers cannot be told apart.`)
    }
  })
}

function lintRating({ scale, display }: Of<'rating'>, path: string, note: Note) {
  if (!SCALES.includes(Number(scale))) {
    note(
      'warning',
      'unusual_scale',
      `${path}.scale`,
      `Scales are ${SCALES.join(', ')}; this one cannot branch by response.`,
    )
  } else if (display === 'emoji' && !EMOJI_SCALES.includes(Number(scale))) {
    note(
      'warning',
      'emoji_scale',
      `${path}.display`,
      `Emoji are for scales of ${EMOJI_SCALES.join(', ')}; this one is drawn with numbers.`,
    )
  }
}

function lintLink({ link }: Of<'link'>, path: string, note: Note) {
  if (isBlank(link)) note('error', 'missing_link', `${path}.link`, 'The button leads nowhere.')
  else if (!safeUrl(link, { relative: true })) {
    note('error', 'refused_link', `${path}.link`, 'Only https, http, mailto and tel addresses are opened.')
  }
}

function lintLengths({ validation }: Of<'open'>, path: string, note: Note) {
  const limit = (type: LengthRule['type']) => validation?.find(rule => rule.type === type)?.value
  const [least, most] = [limit('min_length'), limit('max_length')]
  if (least !== undefined && most !== undefined && least > most) {
    note('error', 'length_rules', `${path}.validation`, 'No answer is long enough and short enough.')
  }
}

/** What each type is asked: one row a type. */
const BY_TYPE: { [T in QuestionType]: (question: Of<T>, path: string, note: Note) => void } = {
  open: lintLengths,
  link: lintLink,
  rating: lintRating,
  single_choice: lintChoices,
  multiple_choice: lintChoices,
}

function lintTranslations(question: Question, path: string, note: Note) {
  const count = 'choices' in question ? question.choices.length : 0
  const translations = Object.entries<QuestionTranslation>(question.translations ?? {})
  for (const [language, { choices }] of translations) {
    if (!choices || (choices.length === count && !choices.some(isBlank))) continue
    const at = `${path}.translations.${language}.choices`
    note(
      'error',
      'translated_choices',
      at,
      `They must be ${count} texts, one for each choice; they are not used.`,
    )
  }
}

/** Looks at one question by itself. */
export function lintQuestion(question: Question, path: string, note: Note): void {
  if (isBlank(question.question)) note('error', 'no_text', `${path}.question`, 'The question has no text.')
  // The row of `question.type` takes exactly such questions; TypeScript cannot follow that from a lookup.
  const own = BY_TYPE[question.type] as (question: Question, path: string, note: Note) => void
  own(question, path, note)
  lintTranslations(question, path, note)
}

/** Looks at the ids that answers are reported under. */
export function lintIds(questions: readonly Question[], note: Note): void {
  questions.forEach(({ id }, index) => {
    const path = `questions[${index}].id`
    if (isBlank(id))
      note(
        'warning',
        'missing_id',
        path,
        `Answers are reported under "q${index}", which moves with the question.`,
      )
    else if (questions.findIndex(other => other.id === id) < index) {
      note(
        'error',
        'duplicate_id',
        path,
        `"${id}" is another question's id: answers are reported under "q${index}".`,
      )
    }
  })
}
