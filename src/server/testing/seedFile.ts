import { z } from '@hono/zod-openapi'
import type { FlagFilters } from '../../wire/flagDefinition'
import { filtersShape } from '../flags/evaluation/compileFlag'
import { READ_ONLY_FIELDS } from '../flags/management/flagPatch'
import { unknownCohortFields, unknownFields } from '../flags/unknownFields'
import { parseJson } from '../http/decode/parseJson'
import type { ServiceOptions } from '../options'
import { QUESTION_TYPES } from '../surveys/questionSchema'
import { isSwitchText, keyWithoutOwner, repeatedId } from './requireOptions'
import { resolveProjects } from './seed'

const NO_OWNER = 'no user has this email address'

const object = z.looseObject({})
const text = z.string()
const properties = z.record(text, z.unknown())

/** An object without other fields. The message for an unknown field names the known ones. */
export function strictFields<S extends z.core.$ZodShape>(shape: S) {
  const expected = Object.keys(shape).join(', ')
  const error = ({ code }: { code?: string }) =>
    code === 'unrecognized_keys' ? `unknown field. Expected one of ${expected}` : undefined
  return z.strictObject(shape, { error })
}

/** Fields of a seed that are stored as they are. The service checks them where it reads them. */
const stored = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, z.unknown().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodUnknown>
  >

/** A misspelt field could mean everyone. See D-706. */
const filters = filtersShape.superRefine((value, context) => {
  const [path] = unknownFields(value as FlagFilters)
  if (path) context.addIssue({ code: 'custom', message: 'unknown field', path })
})

/** A misspelt field could mean the opposite. See D-814. */
const cohortFilters = z.unknown().superRefine((value, context) => {
  const [path] = unknownCohortFields(value)
  if (path) context.addIssue({ code: 'custom', message: 'unknown field', path })
})

const definition = strictFields({
  ...stored('version', 'payload', ...Object.keys(READ_ONLY_FIELDS)),
  active: z.boolean().optional(),
  deleted: z.boolean().optional(),
  filters: filters.optional(),
})
/** A flag by its value for everyone, or by its definition. See D-811. */
export const flagValue = z
  .union([z.boolean(), text, definition], 'expected true, false, a variant or a definition')
  .refine(value => !isSwitchText(value), 'expected true or false, not a text such as "false"')

/** Results are counted by the type of a question. See D-753. */
const question = z.looseObject({
  type: z.enum(QUESTION_TYPES, { error: `expected one of ${QUESTION_TYPES.join(', ')}` }),
  question: text,
  choices: z.array(z.unknown(), { error: 'expected a list' }).nullish(),
})

const flagKey = z.looseObject({ key: text }).nullish()

/** Fields that decide who sees a survey, and that no seed can hold, with the fields that stand for them. See D-733. */
const FLAG_FIELDS = {
  linked_flag_id: ['linked_flag_key', 'linked_flag'],
  targeting_flag_id: ['targeting_flag_key', 'targeting_flag'],
  targeting_flag_filters: ['targeting_flag_key', 'targeting_flag'],
  response_sampling_start_date: ['feature_flag_keys'],
  response_sampling_interval: ['feature_flag_keys'],
  response_sampling_limit: ['feature_flag_keys'],
  response_sampling_daily_limits: ['feature_flag_keys'],
} as const

const survey = strictFields({
  ...stored('id', 'name', 'description', 'type', 'schedule', 'conditions', 'appearance', 'translations'),
  ...stored('created_at', 'start_date', 'end_date', 'archived', 'responses_limit', 'base_language'),
  ...stored('iteration_count', 'iteration_frequency_days', 'iteration_start_dates', 'current_iteration'),
  ...stored('current_iteration_start_date', 'response_sampling_interval_type', 'enable_partial_responses'),
  ...stored('linked_flag_key', 'targeting_flag_key', 'internal_targeting_flag_key', 'feature_flag_keys'),
  // Replies of the management interface have these, and nobody sees a survey because of them.
  ...stored('created_by', 'user_access_level', '_create_in_folder', 'remove_targeting_flag'),
  ...stored(...(Object.keys(FLAG_FIELDS) as (keyof typeof FLAG_FIELDS)[])),
  linked_flag: flagKey,
  targeting_flag: flagKey,
  internal_targeting_flag: flagKey,
  questions: z.array(question).nullish(),
})
  .partial()
  .superRefine((fields, context) => {
    const isGiven = (name: keyof typeof fields) => fields[name] !== undefined && fields[name] !== null
    for (const [name, others] of Object.entries(FLAG_FIELDS)) {
      if (!isGiven(name as keyof typeof FLAG_FIELDS) || others.some(isGiven)) continue
      const message = `a seed creates no flags. Expected ${others[0]}`
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })

/** The fields of a project that JSON can hold. Misspelt fields of our own are refused; those of the interface may be more. */
const projectFields = {
  id: z.number(),
  name: text,
  projectKey: text,
  timeZone: text,
  flags: z.union(
    [z.array(definition.safeExtend({ key: text })), z.record(text, flagValue)],
    'expected an array of objects with a key, or an object of flags',
  ),
  cohorts: z.array(
    strictFields({
      ...stored('name'),
      filters: cohortFilters.optional(),
      id: z.number(),
      is_static: z.boolean().optional(),
      deleted: z.boolean().optional(),
      distinct_ids: z.array(text).optional(),
    }),
  ),
  surveys: z.array(survey),
  persons: z.array(
    z.strictObject({
      distinct_ids: z.array(text),
      properties: properties.optional(),
      is_identified: z.boolean().optional(),
    }),
  ),
  groups: z.array(z.strictObject({ type: text, key: text, properties: properties.optional() })),
  groupTypes: z.array(text),
  config: object,
  quota: z.strictObject({ flags: z.boolean(), events: z.boolean(), recordings: z.boolean() }).partial(),
}

/** Zero and less would keep nothing, or refuse everything. */
const limit = z.number().positive()

const throttle = strictFields({ requests: limit, perMs: limit })

/** The settings of the whole service that JSON can hold. */
export const settingFields = {
  strictTags: z.boolean(),
  strictTokens: z.boolean(),
  userBodies: z.boolean(),
  requireUserScopes: z.boolean(),
  publicGet: z.boolean(),
  legacyRoutes: z.boolean(),
  maxBodyBytes: limit,
  maxEvents: limit,
  maxBytes: limit,
  keepMs: limit,
  throttles: strictFields({
    flags: throttle,
    capture: throttle,
    management: throttle,
    users: throttle,
  }).partial(),
  addressLimits: strictFields({ capture: throttle, failedAuthentication: throttle }).partial(),
}

const seedFields = {
  ...projectFields,
  ...settingFields,
  projects: z.array(z.strictObject(projectFields).partial()),
  users: z.array(
    strictFields({
      ...stored(
        'uuid',
        'first_name',
        'last_name',
        'role_at_organization',
        'hedgehog_config',
        'pending_email',
      ),
      email: text,
      is_email_verified: z.boolean().optional(),
      is_staff: z.boolean().optional(),
    }),
  ),
  personalKeys: z.array(
    z.strictObject({
      key: text,
      label: text.optional(),
      scopes: z.array(text).optional(),
      projects: z.array(z.number()).optional(),
      user: text.optional(),
    }),
  ),
  requestLogSize: z.number(),
} satisfies Record<
  Exclude<keyof ServiceOptions, 'now' | 'uuid' | 'randomBytes' | 'geoip' | 'store'>,
  z.ZodType
>

const seedFile = z
  .strictObject(seedFields)
  .partial()
  .superRefine((options, context) => {
    const index = keyWithoutOwner(options)
    if (index >= 0)
      context.addIssue({ code: 'custom', path: ['personalKeys', index, 'user'], message: NO_OWNER })
    // The schema has checked the shape, hence the cast.
    const seeds = options as ServiceOptions
    const [path, first] = repeatedId(seeds, resolveProjects(seeds)) ?? []
    if (path && first)
      context.addIssue({ code: 'custom', path, message: `that of ${first.join('.')}. Expected another one` })
  })

/** Returns the issue inside of a union that names a field, so that the message has the path of that field. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors.flat().find(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

/** Describes the first fault of a file, with the path of the field. */
export function firstFault(error: z.ZodError): string {
  const issue = innermost(error.issues[0]!)
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path
  return path.length > 0 ? `${path.join('.')}: ${issue.message}` : issue.message
}

/**
 * Parses a file as bodies of requests are parsed: a filter may have the id of a person. See D-759.
 *
 * @throws SyntaxError with the position that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  JSON.parse(text)
  return parseJson(text, { maxValues: Number.POSITIVE_INFINITY })
}

/**
 * Parses a seed file: service options as JSON.
 *
 * @throws Error whose message names the wrong option, or the position that is not JSON.
 */
export function parseSeedFile(text: string): ServiceOptions {
  const { data, error } = seedFile.safeParse(parseExactJson(text))
  if (error) throw new Error(firstFault(error))
  return data as ServiceOptions
}
