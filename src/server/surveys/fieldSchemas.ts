import { z } from '@hono/zod-openapi'
import type { SurveyTranslation } from '../../wire/survey'
import { anyObject, dateTime, integer } from '../http/schema'
import { absoluteDate } from '../lib/dates'
import { formatIsoDate } from '../lib/isoDate'

/**
 * Any JSON value. The interface leaves the shape open, and the type describes what clients read. A value of another shape
 * is stored and replied as it is. See D-400.
 */
export const openJson = <T>() => z.unknown().transform(value => value as T)

/** A date and time, converted to UTC. */
export const utcDateTime = dateTime.transform(text => formatIsoDate(absoluteDate(text, 'UTC')!))

/** A list of such dates. */
export const utcDateTimes = z.array(utcDateTime)

/** Null clears a field whose replies have no null: a boolean becomes false, a text empty. */
export const nullableBoolean = z
  .boolean()
  .nullable()
  .transform(value => value ?? false)
export const nullableText = z
  .string()
  .nullable()
  .transform(value => value ?? '')

/** Translated texts by language. Null when there are none. See D-294. */
export const translations = z
  .record(
    z.string(),
    anyObject.transform(texts => texts as SurveyTranslation),
    { error: 'Translations must be an object' },
  )
  .transform(texts => (Object.keys(texts).length > 0 ? texts : null))

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
