import { z } from '@hono/zod-openapi'
import type { FlagFilters } from '../../wire/flagDefinition'
import { SAMPLING_INTERVALS, SURVEY_TYPES } from '../../wire/managedSurvey'
import type { Question, SurveyAppearance, SurveyConditions, SurveySchedule } from '../../wire/survey'
import { dateTime, integer } from '../http/schema'
import type { SurveyRow } from '../store/rows'
import {
  embeddedFlag,
  nullableBoolean,
  nullableText,
  openJson,
  translations,
  userSummary,
  utcDateTime,
  utcDateTimes,
} from './fieldSchemas'
import { questions } from './questionSchema'

/** A field of a survey: a column of its row, a part of requests and replies, or all of these. */
interface Field<Value> {
  /** Checks the value in a request and converts it to the stored form. Missing: the field is read-only. */
  write?: z.ZodType<Value | undefined>
  /** Describes the value in every reply. */
  reply?: z.ZodType
  /** Describes the value in the replies of create and update, when no other reply contains it. */
  writeReply?: z.ZodType
  /** Value in a survey that was created without the field. Missing: the field is no column, or is set on creation. */
  initial?: Value
  /** Browsers receive the field. */
  isPublic?: true
  /** The activity log leaves changes of the field out. */
  isUnlogged?: true
}

/** A field that is null until it is written, and that null clears. */
const nullable = <Write extends z.ZodType>(write: Write, reply: z.ZodType = write) => ({
  write: write.nullish(),
  reply: reply.nullable(),
  initial: null,
})

/** A JSON value of any shape. */
const anyJson = <T>() => ({ write: openJson<T | null>().optional(), reply: z.unknown(), initial: null })

/**
 * Every field of a survey, once: rows, request schemas, replies, the form for browsers and the
 * activity log follow from this table. Its order is the order of the checks and of the replies.
 * Interface section 2.1.
 */
const FIELDS = {
  project_id: {},
  id: { reply: z.uuid(), isPublic: true },
  name: { write: z.string().min(1).max(400), reply: z.string(), initial: '', isPublic: true },
  description: { write: nullableText.optional(), reply: z.string(), initial: '' },
  type: { write: z.enum(SURVEY_TYPES), reply: z.enum(SURVEY_TYPES), initial: 'popover', isPublic: true },
  schedule: {
    // The interface shows no values. Clients take an unknown schedule for `once`.
    ...nullable(
      z.string().transform(value => value as SurveySchedule),
      z.string(),
    ),
    initial: 'once',
    isPublic: true,
  },
  linked_flag: { reply: embeddedFlag.nullable() },
  linked_flag_id: nullable(integer),
  linked_flag_key: { initial: null, isPublic: true },
  targeting_flag: { reply: embeddedFlag.nullable() },
  targeting_flag_id: { write: integer.nullish(), writeReply: integer.nullable(), initial: null },
  targeting_flag_key: { initial: null, isPublic: true },
  targeting_flag_filters: {
    write: openJson<FlagFilters | null>().optional(),
    writeReply: z.unknown(),
    initial: null,
  },
  remove_targeting_flag: { write: z.boolean().nullish(), writeReply: z.boolean().nullable() },
  internal_targeting_flag: { reply: embeddedFlag.nullable() },
  internal_targeting_flag_id: { initial: null },
  internal_targeting_flag_key: { initial: null, isPublic: true },
  sampling_flag_id: { initial: null },
  feature_flag_keys: { initial: null, isPublic: true },
  questions: { ...nullable(questions.transform(list => list as Question[])), initial: [], isPublic: true },
  conditions: { ...anyJson<SurveyConditions>(), isPublic: true },
  appearance: { ...anyJson<SurveyAppearance>(), isPublic: true },
  created_at: { reply: dateTime },
  created_by: { reply: userSummary.nullable() },
  created_by_id: {},
  start_date: { ...nullable(utcDateTime), isPublic: true },
  end_date: { ...nullable(utcDateTime), isPublic: true },
  archived: { write: nullableBoolean.optional(), reply: z.boolean(), initial: false },
  responses_limit: nullable(integer),
  iteration_count: nullable(integer),
  iteration_frequency_days: nullable(integer),
  iteration_start_dates: { ...nullable(utcDateTimes, z.array(dateTime)), initial: [] },
  current_iteration: { ...nullable(integer), isPublic: true },
  current_iteration_start_date: { ...nullable(utcDateTime), isPublic: true },
  response_sampling_start_date: nullable(utcDateTime),
  response_sampling_interval_type: { ...nullable(z.enum(SAMPLING_INTERVALS)), initial: 'week' },
  response_sampling_interval: nullable(integer),
  response_sampling_limit: nullable(integer),
  response_sampling_daily_limits: anyJson<unknown>(),
  enable_partial_responses: {
    write: nullableBoolean.optional(),
    reply: z.boolean().nullable(),
    initial: false,
    isPublic: true,
  },
  base_language: { initial: null, isPublic: true },
  translations: {
    write: translations.nullish(),
    reply: translations.optional(),
    initial: null,
    isPublic: true,
  },
  _create_in_folder: {
    write: z.string().nullish(),
    writeReply: z.string().nullable(),
    initial: null,
    isUnlogged: true,
  },
} satisfies { [F in keyof SurveyRow]: Field<SurveyRow[F]> } & Record<string, Field<unknown>>

type Fields = typeof FIELDS

type Property = keyof Field<unknown>

/** The value of a property, for each field that has it. */
type FieldsWith<P extends Property> = {
  [F in keyof Fields as P extends keyof Fields[F] ? F : never]: Fields[F][P & keyof Fields[F]]
}

/** Returns the fields that have a property, each with the value of that property, in the order of the table. */
export function fieldsWith<P extends Property>(property: P): FieldsWith<P> {
  const fields: [name: string, field: Field<unknown>][] = Object.entries(FIELDS)
  const values = fields
    .filter(([, field]) => property in field)
    .map(([name, field]) => [name, field[property]])
  // `Object.entries` and `Object.fromEntries` do not keep the names in their types.
  return Object.fromEntries(values) as FieldsWith<P>
}
