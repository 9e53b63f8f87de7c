import nps from '../../examples/surveys/nps.json'
import type { Question, Survey } from '../../src/wire/survey'

/** Something else each time is a test that fails each other time: dates of builders are fixed, long before the fake page's. */
const LAUNCHED = '2025-01-01T00:00:00Z'

/**
 * A running popover of one required open question without any condition.
 *
 * @param given Fields to set, also ones that the types would not allow.
 */
export function survey(given: Partial<Survey> | Record<string, unknown> = {}): Survey {
  return {
    id: 's1',
    name: 'Survey one',
    type: 'popover',
    questions: [open()],
    start_date: LAUNCHED,
    ...(given as Partial<Survey>),
  }
}

const builder =
  <T extends Question['type']>(defaults: Extract<Question, { type: T }>) =>
  (given: Partial<Extract<Question, { type: T }>> = {}): Extract<Question, { type: T }> => ({
    ...defaults,
    ...given,
  })

export const open = builder<'open'>({ id: 'why', type: 'open', question: 'Why?' })
export const link = builder<'link'>({
  id: 'link',
  type: 'link',
  question: 'Come',
  link: 'https://shop.test/',
})
export const rating = builder<'rating'>({
  id: 'rate',
  type: 'rating',
  question: 'How?',
  display: 'number',
  scale: 10,
})
export const single = builder<'single_choice'>({
  id: 'one',
  type: 'single_choice',
  question: 'Which?',
  choices: ['Red', 'Green', 'Blue'],
})
export const multiple = builder<'multiple_choice'>({
  id: 'many',
  type: 'multiple_choice',
  question: 'Which ones?',
  choices: ['Red', 'Green', 'Blue'],
})

/** So many open questions with the ids `a`, `b`, `c`... */
export const questions = (...given: Partial<Question>[]): Question[] =>
  given.map((fields, index) => ({ ...open({ id: 'abcdefghij'[index]! }), ...fields }) as Question)

/**
 * The survey of the examples: how likely somebody is to recommend, and three ways on from there. 0 to 6 asks what went wrong,
 * 7 and 8 what would make it better, 9 and 10 for a public review (yes: a link; no: why not).
 */
export const npsSurvey = (given: Partial<Survey> = {}): Survey => ({
  ...(structuredClone(nps) as Survey),
  ...given,
})
