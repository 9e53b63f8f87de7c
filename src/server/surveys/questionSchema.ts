import { z } from '@hono/zod-openapi'

const QUESTION_TYPES = ['open', 'link', 'rating', 'single_choice', 'multiple_choice']
const NOT_OBJECTS = 'Questions must be a list of objects'
const CONTENT_TYPE = "Question descriptionContentType must be one of ['text', 'html']"
const CHOICES = 'Question choices must be a list of strings'
const RESPONSE_VALUES = 'Branching responseValues must map answers to a question index or to end'

const text = (field: string) => z.string({ error: `Question ${field} must be a string` }).nullish()
const flag = (field: string) => z.boolean({ error: `Question ${field} must be a boolean` }).nullish()

const nextQuestion = z.looseObject({ type: z.literal('next_question') })
const end = z.looseObject({ type: z.literal('end') })
const specificQuestion = z.looseObject({
  type: z.literal('specific_question'),
  index: z.int({ error: 'Branching index must be an integer' }),
})
const responseBased = z.looseObject({
  type: z.literal('response_based'),
  responseValues: z.record(z.string(), z.union([z.int(), z.string()], { error: RESPONSE_VALUES }), {
    error: RESPONSE_VALUES,
  }),
})

const branchingTypeMessage = (allowed: string) => ({
  error: `Question branching type must be one of: ${allowed}`,
})

/** Branching of any question. Interface section 2.4. */
const branching = z
  .discriminatedUnion(
    'type',
    [nextQuestion, end, specificQuestion],
    branchingTypeMessage(
      'next_question, end, specific_question; response_based is for rating and single_choice questions',
    ),
  )
  .nullish()

/** Branching of questions whose answers can be told apart. */
const answerBranching = z
  .discriminatedUnion(
    'type',
    [nextQuestion, end, specificQuestion, responseBased],
    branchingTypeMessage('next_question, end, specific_question, response_based'),
  )
  .nullish()

const baseFields = {
  id: text('id'),
  question: z.string({ error: 'Question text is required' }).min(1, { error: 'Question text is required' }),
  description: text('description'),
  descriptionContentType: z.enum(['text', 'html'], { error: CONTENT_TYPE }).nullish(),
  optional: flag('optional'),
  buttonText: text('buttonText'),
}

const choices = {
  choices: z
    .array(z.string({ error: CHOICES }), { error: CHOICES })
    .min(1, { error: 'Question choices cannot be empty' }),
  shuffleOptions: flag('shuffleOptions'),
  hasOpenChoice: flag('hasOpenChoice'),
}

const open = z.looseObject({ ...baseFields, type: z.literal('open'), branching })
const link = z.looseObject({
  ...baseFields,
  type: z.literal('link'),
  link: z.string({ error: 'Question link is required' }).superRefine((address, context) => {
    const error = linkError(address)
    if (error) context.addIssue({ code: 'custom', message: error })
  }),
  branching,
})
const rating = z.looseObject({
  ...baseFields,
  type: z.literal('rating'),
  display: z.enum(['number', 'emoji'], { error: 'Question display must be one of: number, emoji' }),
  scale: z
    .number({ error: 'Question scale must be a number' })
    .refine(scale => [2, 3, 5, 7, 10].includes(scale), {
      error: 'Question scale must be one of: 2, 3, 5, 7, 10',
    }),
  lowerBoundLabel: text('lowerBoundLabel'),
  upperBoundLabel: text('upperBoundLabel'),
  branching: answerBranching,
})
const singleChoice = z.looseObject({
  ...baseFields,
  type: z.literal('single_choice'),
  ...choices,
  branching: answerBranching,
})
const multipleChoice = z.looseObject({
  ...baseFields,
  type: z.literal('multiple_choice'),
  ...choices,
  branching,
})

const question = z.discriminatedUnion('type', [open, link, rating, singleChoice, multipleChoice], {
  error: ({ input }) =>
    typeof input !== 'object' || input === null
      ? NOT_OBJECTS
      : `Question type must be one of: ${QUESTION_TYPES.join(', ')}`,
})

/** The questions of a survey, each of exactly one type; branches lead to questions that exist. Interface section 2.4. */
export const questions = z.array(question, { error: NOT_OBJECTS }).superRefine((list, context) => {
  for (const [index, question] of list.entries()) {
    const error = branchingError(question.branching, list.length)
    if (error) context.addIssue({ code: 'custom', message: error, path: [index, 'branching'] })
  }
})

type AnyBranching = z.output<typeof answerBranching>

function branchingError(branch: AnyBranching, count: number): string | undefined {
  const exists = (index: number) => index >= 0 && index < count
  if (branch?.type === 'specific_question' && !exists(branch.index)) {
    return 'Branching index must be the index of a question'
  }
  if (branch?.type !== 'response_based') return undefined
  const isTarget = (value: number | string) =>
    typeof value === 'number' ? exists(value) : value === 'end' || value === 'next_question'
  return Object.values(branch.responseValues).every(isTarget) ? undefined : RESPONSE_VALUES
}

/** What is wrong with the address of a link question. */
function linkError(address: string): string | undefined {
  if (address.startsWith('mailto:')) {
    const isAddress = /^mailto:[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(address)
    const example = 'Please enter a valid mailto link (e.g., mailto:example@domain.com).'
    return isAddress ? undefined : `Invalid mailto link. ${example}`
  }
  if (!address.startsWith('https://')) return 'Link must be a URL with one of these schemes: [https, mailto]'
  const isHttps = URL.canParse(address) && /^https:\/\/[^\s/]+/.test(address)
  return isHttps ? undefined : 'Invalid HTTPS URL. Please enter a valid HTTPS link.'
}
