import { z } from '@hono/zod-openapi'
import { anyObject } from '../http/schema'
import { isEmptyList } from '../lib/values'

/** PHP writes an empty object as an empty list. See D-808. */
const fromPhp = (value: unknown): unknown => (isEmptyList(value) ? {} : value)

const object = z.preprocess(fromPhp, anyObject)
const properties = object.nullish()

/** An id, which some clients send as a number. */
const id = z.union([z.string(), z.number()]).nullish()

/** Another name of `api_key`. It is read only without one, and then must be a text. */
const keyAlias = z.unknown().optional().openapi({ type: 'string' })

/** Body of `POST /flags`, with the aliases that other clients use. Interface section 4.3. */
export const flagsBody = z
  .looseObject({
    api_key: z.string().nullish().openapi({ description: 'Project API key.' }),
    distinct_id: id.openapi({ type: 'string', description: 'Identifies the user.' }),
    groups: object.nullish().openapi({ description: 'Group type -> group id.' }),
    evaluation_environments: z
      .array(z.string())
      .nullish()
      .openapi({ description: 'Only flags without tags, or with one of these tags, are returned.' }),
    evaluation_contexts: z.array(z.string()).nullish(),
    person_properties: properties.openapi({ description: 'Used instead of stored person properties.' }),
    group_properties: z
      .preprocess(fromPhp, z.record(z.string(), object.nullable()))
      .nullish()
      .openapi({ description: 'Group type -> properties, used instead of stored ones.' }),
    token: keyAlias,
    $token: keyAlias,
    $distinct_id: id.openapi({ type: 'string' }),
    $properties: properties,
    $groups: object.nullish(),
    $anon_distinct_id: id.openapi({ type: 'string' }),
    $device_id: id.openapi({ type: 'string' }),
    evaluation_runtime: z.string().nullish(),
    flag_keys: z.array(z.string()).nullish(),
    flag_keys_to_evaluate: z.array(z.string()).nullish(),
    disable_flags: z.boolean().nullish(),
    geoip_disable: z.boolean().nullish(),
  })
  .openapi('FlagsRequest')

/** A flags request with its aliases resolved. */
export interface ParsedFlagsRequest {
  token: string
  /** Undefined when missing. */
  distinctId: string | undefined
  groups: Record<string, unknown>
  environments: string[]
  personProperties: Record<string, unknown>
  groupProperties: Record<string, Record<string, unknown> | null>
  anonDistinctId: string | undefined
  deviceId: string | undefined
  runtime: string | undefined
  keys: string[] | undefined
  isDisabled: boolean
  isGeoDisabled: boolean
}

/** Resolves the aliases of a validated body. */
export function parseFlagsRequest(body: z.output<typeof flagsBody>): ParsedFlagsRequest {
  const token = [body.api_key, body.token, body.$token].find(key => typeof key === 'string') ?? ''
  return {
    token: token.trim(),
    distinctId: idText(body.distinct_id ?? body.$distinct_id),
    groups: body.groups ?? body.$groups ?? {},
    environments: body.evaluation_environments ?? body.evaluation_contexts ?? [],
    personProperties: body.person_properties ?? body.$properties ?? {},
    groupProperties: body.group_properties ?? {},
    anonDistinctId: idText(body.$anon_distinct_id) || undefined,
    deviceId: idText(body.$device_id) || undefined,
    runtime: body.evaluation_runtime ?? undefined,
    keys: body.flag_keys ?? body.flag_keys_to_evaluate ?? undefined,
    isDisabled: body.disable_flags === true,
    isGeoDisabled: body.geoip_disable === true,
  }
}

const idText = (id: string | number | null | undefined): string | undefined =>
  id === null || id === undefined ? undefined : String(id)

/** Query of `POST /flags`. Interface section 4.3. */
export const flagsQuery = z.object({
  v: z.string().optional().openapi({ description: 'Version of the reply. The documented version is 2.' }),
  config: z.string().optional().openapi({ description: '`true` adds the configuration to the reply.' }),
  compression: z.string().optional(),
  only_evaluate_survey_feature_flags: z.string().optional(),
})

const flagResult = z
  .object({
    key: z.string(),
    enabled: z.boolean(),
    variant: z.string().optional(),
    failed: z.boolean().optional(),
    reason: z.object({
      code: z.string(),
      condition_index: z.int().nullable(),
      description: z.string().nullable(),
    }),
    metadata: z.object({
      id: z.int(),
      version: z.int(),
      payload: z.string().optional().openapi({ description: 'JSON text.' }),
    }),
  })
  .openapi('FlagResult')

/** Reply of `POST /flags`. Interface section 4.3. */
export const flagsReplyBody = z
  .looseObject({
    flags: z.record(z.string(), flagResult),
    errorsWhileComputingFlags: z.boolean(),
    requestId: z.uuid(),
    quotaLimited: z.array(z.string()).optional(),
    config: z.looseObject({ enable_collect_everything: z.boolean() }).optional(),
    toolbarParams: anyObject.optional(),
    isAuthenticated: z.boolean().optional(),
    supportedCompression: z.array(z.string()).optional(),
    surveys: z.union([z.boolean(), z.array(anyObject)]).optional(),
  })
  .openapi('FlagsReply')
