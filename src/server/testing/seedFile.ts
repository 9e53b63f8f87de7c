import { z } from '@hono/zod-openapi'
import type { ServiceOptions } from '../options'

const object = z.looseObject({})
const objects = z.array(object)

/** The options that JSON can hold. The lists are checked no deeper than their items. */
const seedFields = {
  projects: objects,
  id: z.number(),
  name: z.string(),
  projectKey: z.string(),
  timeZone: z.string(),
  flags: z.union([objects, z.record(z.string(), z.unknown())], 'expected an array of objects or an object'),
  cohorts: objects,
  surveys: objects,
  persons: objects,
  groups: objects,
  groupTypes: z.array(z.string()),
  config: object,
  quota: object,
  users: objects,
  personalKeys: objects,
  strictTags: z.boolean(),
  strictTokens: z.boolean(),
  userBodies: z.boolean(),
  requireUserScopes: z.boolean(),
  publicGet: z.boolean(),
  legacyRoutes: z.boolean(),
  maxBodyBytes: z.number(),
  maxEvents: z.number(),
  maxBytes: z.number(),
  throttles: object,
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
