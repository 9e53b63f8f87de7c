import { z } from '@hono/zod-openapi'
import { SAMPLING_INTERVALS, SURVEY_SCHEDULES, SURVEY_TYPES } from '../../wire/managedSurvey'
import { anyObject, dateTime, integer } from '../http/schema'
import { questions } from './questionSchema'

const SCHEDULE = 'Schedule must be one of: once, recurring, always'
const DELAY = 'Survey popup delay seconds must be a positive integer'
const THANKS_TYPE = "thankYouMessageDescriptionContentType must be one of ['text', 'html']"
const FILTERS = 'Filters are not valid (can only use person, cohort, and flag properties)'
const ACTION = 'Survey cannot be activated by an Action with property filters defined on it.'

const appearance = z.looseObject(
  {
    thankYouMessageDescriptionContentType: z.enum(['text', 'html'], { error: THANKS_TYPE }).nullish(),
    surveyPopupDelaySeconds: z.number({ error: DELAY }).min(0, { error: DELAY }).nullish(),
    whiteLabel: z.boolean({ error: 'whiteLabel must be a boolean' }).nullish(),
  },
  { error: 'Appearance must be an object' },
)

const action = z.looseObject({ steps: z.array(anyObject).nullish() })

const conditions = z
  .looseObject(
    {
      url: z.string({ error: 'Conditions url must be a string' }).nullish(),
      seenSurveyWaitPeriodInDays: z
        .number({ error: 'seenSurveyWaitPeriodInDays must be a number' })
        .nullish(),
      linkedFlagVariant: z.string({ error: 'linkedFlagVariant must be a string' }).nullish(),
      actions: z.looseObject({ values: z.array(z.union([z.number(), action])).nullish() }).nullish(),
    },
    { error: 'Conditions must be an object' },
  )
  .superRefine(({ actions }, context) => {
    const steps = (actions?.values ?? []).flatMap(one => (typeof one === 'number' ? [] : (one.steps ?? [])))
    const isFiltered = steps.some(({ properties }) => Array.isArray(properties) && properties.length > 0)
    if (isFiltered) context.addIssue({ code: 'custom', message: ACTION, path: ['actions'] })
  })

const flagProperty = z.looseObject({
  key: z.string({ error: FILTERS }),
  type: z.enum(['person', 'cohort', 'flag'], { error: FILTERS }),
})

const targetingFilters = z.looseObject(
  {
    groups: z
      .array(
        z.looseObject(
          {
            properties: z.array(flagProperty, { error: FILTERS }).nullish(),
            rollout_percentage: z.number({ error: FILTERS }).nullish(),
          },
          { error: FILTERS },
        ),
        { error: FILTERS },
      )
      .nullish(),
  },
  { error: FILTERS },
)

/** Language -> texts. Not in the interface; DECISIONS, "Translations". */
const translations = z.record(z.string(), anyObject, { error: 'Translations must be an object' })

const positive = z.int().min(1).max(2147483647)

/** What create, update and summarize_responses take, in the order in which faults are told. Interface section 4.2. */
export const surveyWrite = z
  .object({
    name: z.string().min(1).max(400),
    description: z.string().optional(),
    type: z.enum(SURVEY_TYPES),
    schedule: z.enum(SURVEY_SCHEDULES, { error: SCHEDULE }).nullish(),
    linked_flag_id: integer.nullish(),
    targeting_flag_id: integer.nullish(),
    targeting_flag_filters: targetingFilters.nullish(),
    remove_targeting_flag: z.boolean().nullish(),
    questions: questions.nullish(),
    conditions: conditions.nullish(),
    appearance: appearance.nullish(),
    start_date: dateTime.nullish(),
    end_date: dateTime.nullish(),
    archived: z.boolean().optional(),
    responses_limit: positive.nullish(),
    iteration_count: z.int().min(0).max(500).nullish(),
    iteration_frequency_days: z.int().min(0).max(2147483647).nullish(),
    iteration_start_dates: z.array(dateTime.nullable()).nullish(),
    current_iteration: positive.nullish(),
    current_iteration_start_date: dateTime.nullish(),
    response_sampling_start_date: dateTime.nullish(),
    response_sampling_interval_type: z.enum(SAMPLING_INTERVALS).nullish(),
    response_sampling_interval: integer.nullish(),
    response_sampling_limit: z.int().min(0).max(2147483647).nullish(),
    response_sampling_daily_limits: z.unknown().optional(),
    enable_partial_responses: z.boolean().nullish(),
    translations: translations.nullish(),
    _create_in_folder: z.string().nullish(),
  })
  .openapi('SurveyWrite')

/** Any subset of the same fields. Interface section 4.2, rule 1. */
export const surveyPatch = surveyWrite.partial().openapi('SurveyPatch')

const flag = z
  .object({
    id: integer,
    team_id: integer,
    name: z.string(),
    key: z.string(),
    filters: anyObject,
    deleted: z.boolean(),
    active: z.boolean(),
    ensure_experience_continuity: z.boolean(),
    has_encrypted_payloads: z.boolean(),
    version: integer.nullable(),
    evaluation_runtime: z.enum(['server', 'client', 'all']).nullable(),
    evaluation_tags: z.array(z.string()),
  })
  .openapi('FeatureFlag')

const userSummary = z
  .object({
    id: integer,
    uuid: z.uuid(),
    distinct_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.email(),
    is_email_verified: z.boolean().nullable(),
    hedgehog_config: anyObject.nullable(),
    role_at_organization: z.string().nullable(),
  })
  .openapi('UserSummary')

const surveyFields = {
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  type: z.enum(SURVEY_TYPES),
  schedule: z.enum(SURVEY_SCHEDULES).nullable(),
  linked_flag: flag.nullable(),
  linked_flag_id: integer.nullable(),
  targeting_flag: flag.nullable(),
  internal_targeting_flag: flag.nullable(),
  questions: questions.nullable(),
  conditions: conditions.nullable(),
  appearance: appearance.nullable(),
  created_at: dateTime,
  created_by: userSummary.nullable(),
  start_date: dateTime.nullable(),
  end_date: dateTime.nullable(),
  archived: z.boolean(),
  responses_limit: integer.nullable(),
  iteration_count: integer.nullable(),
  iteration_frequency_days: integer.nullable(),
  iteration_start_dates: z.array(dateTime).nullable(),
  current_iteration: integer.nullable(),
  current_iteration_start_date: dateTime.nullable(),
  response_sampling_start_date: dateTime.nullable(),
  response_sampling_interval_type: z.enum(SAMPLING_INTERVALS).nullable(),
  response_sampling_interval: integer.nullable(),
  response_sampling_limit: integer.nullable(),
  response_sampling_daily_limits: z.unknown(),
  enable_partial_responses: z.boolean().nullable(),
  translations: translations.optional(),
}

/** A survey as list and retrieve answer it. Interface section 2.1. */
export const readSurveyBody = z
  .object({
    ...surveyFields,
    feature_flag_keys: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
    user_access_level: z.string(),
  })
  .openapi('Survey')

/** A survey as create and update answer it. Interface section 2.1. */
export const writtenSurveyBody = z
  .object({
    ...surveyFields,
    targeting_flag_id: integer.nullable(),
    targeting_flag_filters: anyObject.nullable(),
    remove_targeting_flag: z.boolean().nullable(),
    _create_in_folder: z.string().nullable(),
  })
  .openapi('WrittenSurvey')

/** Interface section 4.2, list response. */
export const surveyListBody = z
  .object({
    count: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(readSurveyBody),
  })
  .openapi('SurveyList')

/** Interface section 4.2, list. */
export const listQuery = z.object({
  limit: z
    .string()
    .optional()
    .openapi({ type: 'integer', description: 'Number of results to return per page.' }),
  offset: z
    .string()
    .optional()
    .openapi({ type: 'integer', description: 'The initial index of the results.' }),
  search: z.string().optional().openapi({ description: 'Words that must occur in name or description.' }),
})
