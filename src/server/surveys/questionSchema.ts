import { z } from '@hono/zod-openapi'
import type { Branching, QuestionType } from '../../wire/survey'
import { cleanHtml } from './cleanHtml'

const NOT_OBJECTS = 'Questions must be a list of objects'
const CONTENT_TYPE = "Question descriptionContentType must be one of ['text', 'html']"
const CHOICES = 'Question choices must be a list of strings'
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
  question: z
    .string({ error: 'Question text is required' })
    .min(1, { error: 'Question text is required' })
    .transform(cleanHtml),
  description: text('description').transform(cleanHtml).nullish(),
  descriptionContentType: z.enum(['text', 'html'], { error: CONTENT_TYPE }).nullish(),
  optional: flag('optional'),
  buttonText: text('buttonText').nullish(),
}

const choiceFields = {
  choices: z
    .array(z.string({ error: CHOICES }), { error: CHOICES })
    .min(1, { error: 'Question choices cannot be empty' }),
  shuffleOptions: flag('shuffleOptions'),
  hasOpenChoice: flag('hasOpenChoice'),
}

/** The schema of each question type. Interface section 2.4. */
const QUESTIONS = {
  open: z.looseObject({ ...baseFields, type: z.literal('open'), branching }),
  link: z.looseObject({
    ...baseFields,
    type: z.literal('link'),
    link: z.string({ error: 'Question link is required' }).superRefine((url, context) => {
      const error = linkError(url)
      if (error) context.addIssue({ code: 'custom', message: error })
    }),
    branching,
  }),
  rating: z.looseObject({
    ...baseFields,
    type: z.literal('rating'),
    display: z.enum(['number', 'emoji'], { error: 'Question display must be one of: number, emoji' }),
    scale: z
      .number({ error: 'Question scale must be a number' })
      .refine(scale => [2, 3, 5, 7, 10].includes(scale), {
        error: 'Question scale must be one of: 2, 3, 5, 7, 10',
      }),
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

const { open, ...otherQuestions } = QUESTIONS

const question = z.discriminatedUnion('type', [open, ...Object.values(otherQuestions)], {
  error: ({ input }) =>
    typeof input !== 'object' || input === null
      ? NOT_OBJECTS
      : `Question type must be one of: ${Object.keys(QUESTIONS).join(', ')}`,
})

/**
 * The questions of a survey. Branching must lead to questions that exist.
 * Texts that may be HTML are cleaned. Interface section 2.4; D-308.
 */
export const questions = z.array(question, { error: NOT_OBJECTS }).superRefine((list, context) => {
  for (const [index, { branching }] of list.entries()) {
    const error = branchingError(branching, list.length)
    if (error) context.addIssue({ code: 'custom', message: error, path: [index, 'branching'] })
  }
})

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

function linkError(url: string): string | undefined {
  if (url.startsWith('mailto:')) {
    const isAddress = /^mailto:[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(url)
    const example = 'Please enter a valid mailto link (e.g., mailto:example@domain.com).'
    return isAddress ? undefined : `Invalid mailto link. ${example}`
  }
  if (!url.startsWith('https://')) return 'Link must be a URL with one of these schemes: [https, mailto]'
  const isHttps = URL.canParse(url) && /^https:\/\/[^\s/]+/.test(url)
  return isHttps ? undefined : 'Invalid HTTPS URL. Please enter a valid HTTPS link.'
}
