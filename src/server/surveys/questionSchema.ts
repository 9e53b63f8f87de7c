import { z } from '@hono/zod-openapi'
import type { Branching, QuestionType } from '../../wire/survey'

const NOT_OBJECTS = 'Questions must be a list of objects'
const CONTENT_TYPE = "Question descriptionContentType must be one of ['text', 'html']"
const CHOICES = 'Question choices must be a list'
const SCRIPT_LINK = 'Question link must not be a script or data URL'
const RESPONSE_VALUES = 'Branching responseValues must map answers to a question index or to end'

const text = (field: string) => z.string({ error: `Question ${field} must be a string` })
const flag = (field: string) => z.boolean({ error: `Question ${field} must be a boolean` }).nullish()

/** The schema of each branching kind. Interface section 2.4. */
const BRANCHINGS = {
  next_question: z.looseObject({ type: z.literal('next_question') }),
  end: z.looseObject({ type: z.literal('end') }),
  specific_question: z.looseObject({
    type: z.literal('specific_question'),
    index: z.int({ error: 'Branching index must be an integer' }),
  }),
  response_based: z.looseObject({
    type: z.literal('response_based'),
    responseValues: z.record(z.string(), z.union([z.int(), z.string()], { error: RESPONSE_VALUES }), {
      error: RESPONSE_VALUES,
    }),
  }),
} satisfies { [T in Branching['type']]: z.ZodType<{ type: T }> }

const { next_question, response_based, ...others } = BRANCHINGS

const branchingTypeError = (allowed: string) => ({
  error: `Question branching type must be one of: ${allowed}`,
})

/** Branching of questions of every type. */
const branching = z
  .discriminatedUnion(
    'type',
    [next_question, ...Object.values(others)],
    branchingTypeError(
      'next_question, end, specific_question; response_based is for rating and single_choice questions',
    ),
  )
  .nullish()

/** Branching of questions with one answer out of a fixed set. */
const answerBranching = z
  .discriminatedUnion(
    'type',
    [next_question, ...Object.values(others), response_based],
    branchingTypeError(Object.keys(BRANCHINGS).join(', ')),
  )
  .nullish()

const baseFields = {
  id: text('id').nullish(),
  question: z.string({ error: 'Question text is required' }),
  description: text('description').nullish(),
  descriptionContentType: z.enum(['text', 'html'], { error: CONTENT_TYPE }).nullish(),
  optional: flag('optional'),
  buttonText: text('buttonText').nullish(),
}

const choiceFields = {
  choices: z.array(z.unknown(), { error: CHOICES }).nullish(),
  shuffleOptions: flag('shuffleOptions'),
  hasOpenChoice: flag('hasOpenChoice'),
}

/** The schema of each question type. Interface section 2.4. */
const QUESTIONS = {
  open: z.looseObject({ ...baseFields, type: z.literal('open'), branching }),
  link: z.looseObject({
    ...baseFields,
    type: z.literal('link'),
    link: text('link').refine(isSafeLink, { error: SCRIPT_LINK }).nullish(),
    branching,
  }),
  rating: z.looseObject({
    ...baseFields,
    type: z.literal('rating'),
    display: z
      .enum(['number', 'emoji'], { error: 'Question display must be one of: number, emoji' })
      .nullish(),
    scale: z.number({ error: 'Question scale must be a number' }).nullish(),
    lowerBoundLabel: text('lowerBoundLabel').nullish(),
    upperBoundLabel: text('upperBoundLabel').nullish(),
    branching: answerBranching,
  }),
  single_choice: z.looseObject({
    ...baseFields,
    type: z.literal('single_choice'),
    ...choiceFields,
    branching: answerBranching,
  }),
  multiple_choice: z.looseObject({
    ...baseFields,
    type: z.literal('multiple_choice'),
    ...choiceFields,
    branching,
  }),
} satisfies { [T in QuestionType]: z.ZodType<{ type: T }> }

/** The types that a question may have. */
export const QUESTION_TYPES = Object.keys(QUESTIONS) as QuestionType[]

const { open, ...otherQuestions } = QUESTIONS

const question = z.discriminatedUnion('type', [open, ...Object.values(otherQuestions)], {
  error: ({ input }) =>
    typeof input !== 'object' || input === null
      ? NOT_OBJECTS
      : `Question type must be one of: ${QUESTION_TYPES.join(', ')}`,
})

/** The fields that belong to some types alone. */
const TYPE_FIELDS = [
  'link',
  'display',
  'scale',
  'lowerBoundLabel',
  'upperBoundLabel',
  ...Object.keys(choiceFields),
]

/** The questions of a survey. Branching must lead to questions that exist. Interface section 2.4; D-301, D-401. */
export const questions = z.array(question, { error: NOT_OBJECTS }).superRefine((list, context) => {
  for (const [index, item] of list.entries()) {
    const error = foreignFieldError(item) ?? branchingError(item.branching, list.length)
    if (error) context.addIssue({ code: 'custom', message: error, path: [index, 'branching'] })
  }
})

/** A question conforms to exactly one type, so it has no field of another. Interface section 4.2, rule 3. */
function foreignFieldError(item: z.output<typeof question>): string | undefined {
  const fields = QUESTIONS[item.type].shape
  const foreign = TYPE_FIELDS.find(field => !(field in fields) && (item[field] ?? null) !== null)
  return foreign && `Question ${foreign} is no field of questions of type ${item.type}`
}

function branchingError(branching: z.output<typeof answerBranching>, count: number): string | undefined {
  const exists = (index: number) => index >= 0 && index < count
  if (branching?.type === 'specific_question' && !exists(branching.index)) {
    return 'Branching index must be the index of a question'
  }
  if (branching?.type !== 'response_based') return undefined
  const isTarget = (value: number | string) =>
    typeof value === 'number' ? exists(value) : value === 'end' || value === 'next_question'
  return Object.values(branching.responseValues).every(isTarget) ? undefined : RESPONSE_VALUES
}

/** The client and others open a link in the page, where a script URL would run as the page's own script. See D-402. */
function isSafeLink(url: string): boolean {
  // URL parsers ignore white space and control characters inside a scheme.
  const scheme = url.replace(/[\0- ]+/g, '').toLowerCase()
  return !['javascript:', 'vbscript:', 'data:'].some(prefix => scheme.startsWith(prefix))
}
