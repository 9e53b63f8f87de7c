import fc from 'fast-check'
import { nextStep, type Step, skipAnswered } from '../../src/surveys/session/branching'
import type { Answer, Branching, Question, Survey } from '../../src/wire/survey'

const COUNT = 4
const target = fc.oneof({ weight: 6, arbitrary: fc.nat(COUNT - 1) }, fc.constant('end'), fc.constant(99))

/** Branching of a question: none most often, as in real surveys. */
const anyBranching = (...keys: string[]): fc.Arbitrary<Branching | undefined> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    fc.constant<Branching>({ type: 'end' }),
    fc.nat(COUNT).map((index): Branching => ({ type: 'specific_question', index })),
    {
      weight: 2,
      arbitrary: fc
        .dictionary(fc.constantFrom(...keys), target)
        .map((responseValues): Branching => ({ type: 'response_based', responseValues })),
    },
  )

const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc.record({
    type: fc.constant('open' as const),
    question: fc.constant(''),
    optional: fc.boolean(),
    branching: anyBranching('x'),
  }),
  fc.record({
    type: fc.constant('rating' as const),
    question: fc.constant(''),
    display: fc.constant('number' as const),
    scale: fc.constantFrom(2, 3, 4, 10),
    optional: fc.boolean(),
    branching: anyBranching('detractors', 'passives', 'promoters', 'negative', 'positive', '2'),
  }),
  fc.record({
    type: fc.constant('single_choice' as const),
    question: fc.constant(''),
    choices: fc.constantFrom<string[]>(['Yes', 'No'], ['Yes', 'No', 'Perhaps']),
    hasOpenChoice: fc.boolean(),
    optional: fc.boolean(),
    branching: anyBranching('0', '1', '2'),
  }),
)

/** Surveys of one to four questions with branches of all kinds, circles and targets that do not exist. Ids are unique. */
export const anySurvey: fc.Arbitrary<Survey> = fc
  .array(anyQuestion, { minLength: 1, maxLength: COUNT })
  .map(questions => ({
    id: 's',
    type: 'popover',
    questions: questions.map((question, index) => ({ ...question, id: `q${index}`, question: `${index}` })),
  }))

/** Returns every answer that a visitor can give; `null` for skipping. */
export function answersOf(question: Question): Answer[] {
  const skipped = question.optional ? [null] : []
  if (question.type === 'single_choice')
    return [...question.choices, ...(question.hasOpenChoice ? ['My own words'] : []), ...skipped]
  if (question.type !== 'rating') return ['text', ...skipped]
  return [
    ...Array.from({ length: question.scale + 1 }, (_, value) => value).slice(question.scale === 10 ? 0 : 1),
    ...skipped,
  ]
}

/** Returns each step that can follow a question, with an answer that leads there. */
export function stepsFrom(survey: Survey, index: number): Map<Step, Answer> {
  const answers = answersOf(survey.questions[index]!)
  return new Map(answers.map(answer => [nextStep(survey, index, answer), answer]))
}

/**
 * Returns every path of a visitor through a survey, as ids of questions.
 *
 * @param isTaken Whether paths with a step are wanted. Default: all.
 */
export function pathsOf(
  survey: Survey,
  isTaken: (from: number, to: Step) => boolean = () => true,
): string[][] {
  const steps = survey.questions.map((_, index) => stepsFrom(survey, index))
  const walk = (index: number, before: ReadonlyMap<number, Answer>): number[][] =>
    [...steps[index]!]
      .filter(([step]) => isTaken(index, step))
      .flatMap(([step, answer]) => {
        const answers = new Map([...before, [index, answer]])
        const next = skipAnswered(survey, step, new Set(answers.keys()), at => answers.get(at) ?? null)
        return next === 'end' ? [[index]] : walk(next, answers).map(rest => [index, ...rest])
      })
  if (survey.questions.length === 0) return []
  return walk(0, new Map()).map(path => path.map(index => survey.questions[index]!.id!))
}
