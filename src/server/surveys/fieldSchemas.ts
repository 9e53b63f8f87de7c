import { z } from '@hono/zod-openapi'
import type { FlagFilters } from '../../wire/flagDefinition'
import type { DailyLimit } from '../../wire/managedSurvey'
import type { SurveyAppearance, SurveyConditions, SurveyTranslation } from '../../wire/survey'
import { anyObject, dateTime, integer } from '../http/schema'
import { formatIsoDate, parseIsoDate } from '../lib/isoDate'
import { isObject } from '../lib/values'
import { cleanHtml } from './cleanHtml'

const DELAY = 'Survey popup delay seconds must be a positive integer'
const THANKS_TYPE = "thankYouMessageDescriptionContentType must be one of ['text', 'html']"
const FILTERS = 'Filters are not valid (can only use person, cohort, and flag properties)'
const ACTION = 'Survey cannot be activated by an Action with property filters defined on it.'

/**
 * Types a JSON value whose shape the interface leaves open. The schema checks some of its fields,
 * the type describes the fields that clients read. Clients treat null as missing.
 */
export const openJson = <T extends object>(schema: z.ZodType<object>) => schema.transform(value => value as T)

/** A date and time, converted to UTC. */
export const utcDateTime = dateTime.transform(text => formatIsoDate(parseIsoDate(text)))

/** A list of such dates, without its nulls. */
export const utcDateTimes = z
  .array(utcDateTime.nullable())
  .transform(dates => dates.filter(date => date !== null))

/** A boolean. Null means false. */
export const nullableBoolean = z
  .boolean()
  .nullable()
  .transform(value => value ?? false)

/** The looks of a survey. See D-189. */
export const appearance = openJson<SurveyAppearance>(
  z.looseObject(
    {
      thankYouMessageDescriptionContentType: z.enum(['text', 'html'], { error: THANKS_TYPE }).nullish(),
      surveyPopupDelaySeconds: z.number({ error: DELAY }).min(0, { error: DELAY }).nullish(),
      whiteLabel: z.boolean({ error: 'whiteLabel must be a boolean' }).nullish(),
    },
    { error: 'Appearance must be an object' },
  ),
).transform(cleanThankYou)

/** Translated texts by language. Null when there are none. See D-294. */
export const translations = z
  .record(z.string(), openJson<SurveyTranslation>(anyObject).transform(cleanThankYou), {
    error: 'Translations must be an object',
  })
  .transform(texts => (Object.keys(texts).length > 0 ? texts : null))

/** Cleans the texts of the thank-you message, which may be HTML. See D-308. */
function cleanThankYou<T extends SurveyAppearance | SurveyTranslation>(texts: T): T {
  const cleaned = { ...texts }
  for (const field of ['thankYouMessageHeader', 'thankYouMessageDescription'] as const) {
    const text = cleaned[field]
    if (typeof text === 'string') cleaned[field] = cleanHtml(text)
  }
  return cleaned
}

const action = z.looseObject({ steps: z.array(anyObject).nullish() })

/** Where and when a survey may show. See D-094. */
export const conditions = openJson<SurveyConditions>(
  z
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
      const steps = (actions?.values ?? []).flatMap(value =>
        typeof value === 'number' ? [] : (value.steps ?? []),
      )
      const isFiltered = steps.some(({ properties }) => Array.isArray(properties) && properties.length > 0)
      if (isFiltered) context.addIssue({ code: 'custom', message: ACTION, path: ['actions'] })
    }),
)

const filteredProperty = z.looseObject({
  key: z.string({ error: FILTERS }),
  type: z.enum(['person', 'cohort', 'flag'], { error: FILTERS }),
})

/** The filters of a targeting flag. */
export const targetingFilters = openJson<FlagFilters>(
  z.looseObject(
    {
      groups: z
        .array(
          z.looseObject(
            {
              properties: z.array(filteredProperty, { error: FILTERS }).nullish(),
              rollout_percentage: z.number({ error: FILTERS }).nullish(),
            },
            { error: FILTERS },
          ),
          { error: FILTERS },
        )
        .nullish(),
    },
    { error: FILTERS },
  ),
)

/** A list of limits, or its JSON text. Members that are no objects are left out; any other value is null. */
export const dailyLimits = z.unknown().transform((value): DailyLimit[] | null => {
  const list = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(list) ? list.filter(isDailyLimit) : null
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON.
    return null
  }
}

/** The interface allows any JSON here. The fields of a limit are checked when its day has come. */
function isDailyLimit(value: unknown): value is DailyLimit {
  return isObject(value)
}

/** A flag inside a survey. Interface section 2.2. */
export const embeddedFlag = z
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

/** The author of a survey. Interface section 2.3. */
export const userSummary = z
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
