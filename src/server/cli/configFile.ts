import { z } from '@hono/zod-openapi'
import { isObject } from '../lib/values'
import { hashAndMask } from '../store/personalKeys'
import { firstFault, flagValue, parseExactJson, settingFields, strictFields } from '../testing/seedFile'
import type { CliIO } from './command'
import { SCOPES } from './scopes'

/** A shorter key can be guessed from its hash. */
const MIN_KEY_LENGTH = 16

const text = z.string()
const id = z.int().positive()

const project = strictFields({
  id,
  name: text.optional(),
  projectKey: text
    .regex(
      /^(?!phx_)[!-~]{1,64}$/,
      'expected up to 64 ASCII characters without spaces, not beginning with phx_',
    )
    .optional(),
  flags: z.record(text, flagValue).optional(),
  timeZone: text.refine(isTimeZone, 'expected an IANA time zone, for example Europe/Berlin').optional(),
  config: z.looseObject({}).optional(),
  quota: strictFields({
    flags: z.boolean().optional(),
    events: z.boolean().optional(),
    recordings: z.boolean().optional(),
  }).optional(),
})

const user = strictFields({
  email: z.email(),
  first_name: text.optional(),
  last_name: text.optional(),
  is_staff: z.boolean().optional(),
  is_email_verified: z.boolean().optional(),
  role_at_organization: text.optional(),
})

const personalKey = strictFields({
  key: text.min(MIN_KEY_LENGTH, `expected at least ${MIN_KEY_LENGTH} characters`).optional(),
  hash: text
    .regex(/^sha256\$[0-9a-f]{64}$/, 'expected sha256$ and the SHA-256 of the key in 64 hex digits')
    .optional(),
  label: text.optional(),
  user: text.optional(),
  projects: z.array(id).optional(),
  scopes: z.array(z.enum(SCOPES)).optional(),
}).transform(({ key, hash, ...fields }, context) => {
  if (key !== undefined && hash === undefined) return { ...fields, ...hashAndMask(key) }
  if (hash !== undefined && key === undefined) return { ...fields, hash, mask: null }
  context.addIssue('expected either key or hash')
  return z.NEVER
})

/** Returns a list in which no two items have the same value of a field, letters of any case. See D-813. */
const uniqueList = <S extends z.ZodObject, F extends keyof z.output<S> & string>(
  item: S,
  field: F,
  message: string,
) =>
  z.array(item).superRefine((items, context) => {
    const values = items.map(one => String(one[field]).toLowerCase())
    const index = values.findIndex((value, position) => values.indexOf(value) < position)
    if (index >= 0) context.addIssue({ code: 'custom', path: [index, field], message })
  })

const configFile = strictFields({
  port: z.int().min(0).max(65535).optional(),
  host: text.min(1).optional(),
  data: text.min(1).optional(),
  projects: uniqueList(project, 'id', 'another project has this id').default([]),
  users: uniqueList(user, 'email', 'another user has this email address').default([]),
  personalKeys: z.array(personalKey).default([]),
  ...z.object(settingFields).partial().shape,
})

/** The content of a configuration file. See D-532. */
export type ConfigFile = z.output<typeof configFile>

/** A key itself must not be in the file, which is often in a repository. */
const withoutKeys = z.looseObject({
  personalKeys: z
    .array(
      z.looseObject({
        key: text
          .regex(
            /^\$\{\w+\}$/,
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of the file.
            'expected an environment variable, for example "${EARSHOT_KEY}". Or set hash in place of key',
          )
          .optional(),
      }),
    )
    .optional(),
})

/**
 * Parses a configuration file. `${NAME}` in a text stands for an environment variable.
 *
 * @throws Error whose message has the path of the wrong field and what was expected, and no value.
 */
export function parseConfigFile(json: string, env: CliIO['env']): ConfigFile {
  const raw = check(withoutKeys, parseJson(json))
  return check(configFile, withEnvironment(raw, env))
}

function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const { data, error } = schema.safeParse(value)
  if (error) throw new Error(firstFault(error))
  return data
}

/** The message of `JSON.parse` repeats a part of the text, which may be secret, and often has no position. */
function parseJson(json: string): unknown {
  try {
    return parseExactJson(json)
  } catch {
    const lines = json.split(/(?<=\n)/)
    const wrong = lines.findIndex((_, index) => !isBeginning(lines.slice(0, index + 1).join('')))
    throw new Error(`line ${wrong < 0 ? lines.length : wrong + 1} is not JSON`)
  }
}

/** Whether text is JSON, or becomes JSON when more text follows. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    return /end of JSON|Unterminated/.test(message) || message.endsWith(`position ${text.length}`)
  }
}

function withEnvironment(value: unknown, env: CliIO['env'], path: string[] = []): unknown {
  const inside = (item: unknown, name: string | number) => withEnvironment(item, env, [...path, String(name)])
  if (Array.isArray(value)) return value.map(inside)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inside(item, name)]))
  if (typeof value !== 'string') return value
  return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = env[name]
    if (!found) throw new Error(`${path.join('.')}: the environment variable ${name} is not set`)
    return found
  })
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    // Not the name of a zone.
    return false
  }
}
