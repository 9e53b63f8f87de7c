import { z } from '@hono/zod-openapi'
import type { FlagFilters } from '../../wire/flagDefinition'
import { filtersShape } from '../flags/evaluation/compileFlag'
import { READ_ONLY_FIELDS } from '../flags/management/flagPatch'
import { unknownFields } from '../flags/unknownFields'
import type { ServiceOptions } from '../options'

const object = z.looseObject({})
const text = z.string()
const properties = z.record(text, z.unknown())

/** A misspelt field could mean everyone. See D-706. */
const filters = filtersShape.superRefine((value, context) => {
  const [path] = unknownFields(value as FlagFilters)
  if (path) context.addIssue({ code: 'custom', message: 'unknown field', path })
})

const DEFINITION = new Set(['payload', 'active', 'version', ...Object.keys(READ_ONLY_FIELDS)])

const definition = z
  .looseObject({ active: z.boolean().optional(), filters: filters.optional() })
  .superRefine((value, context) => {
    // Without filters the flag is on for everyone, and a definition from elsewhere has them.
    const unknown = value.filters ? undefined : Object.keys(value).find(name => !DEFINITION.has(name))
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: 'unknown field', path: [unknown] })
  })
/** A flag by its value for everyone, or by its definition. */
export const flagValue = z.union(
  [z.boolean(), text, definition],
  'expected true, false, a variant or a definition',
)
const question = z.looseObject({ type: text, question: text })

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
  cohorts: z.array(z.looseObject({ id: z.number() })),
  surveys: z.array(z.looseObject({ questions: z.array(question).nullish() })),
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

/** An object without other fields. The message for an unknown field names the known ones. */
export function strictFields<S extends z.core.$ZodShape>(shape: S) {
  const expected = Object.keys(shape).join(', ')
  const error = ({ code }: { code?: string }) =>
    code === 'unrecognized_keys' ? `unknown field. Expected one of ${expected}` : undefined
  return z.strictObject(shape, { error })
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
  users: z.array(z.looseObject({ email: text })),
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

const seedFile = z.strictObject(seedFields).partial()

/**
 * Parses a seed file: service options as JSON.
 *
 * @throws Error whose message names the wrong option, or the position that is not JSON.
 */
export function parseSeedFile(text: string): ServiceOptions {
  const { data, error } = seedFile.safeParse(JSON.parse(text))
  if (!error) return data as ServiceOptions
  const { path, message } = error.issues[0]!
  throw new Error(path.length > 0 ? `${path.join('.')}: ${message}` : message)
}
