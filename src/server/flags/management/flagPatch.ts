import { z } from '@hono/zod-openapi'
import { isEqual } from '../../../lib/isEqual'
import type { FlagPatch } from '../../../wire/console'
import type { FlagDefinition, FlagFilters } from '../../../wire/flagDefinition'
import { invalidInput } from '../../http/reply'
import { validate } from '../../http/validate'
import { filtersShape, percentage } from '../evaluation/compileFlag'
import { unknownFields } from '../unknownFields'

const variant = z.looseObject({ key: z.string().min(1), rollout_percentage: percentage })

const ADD_UP = 'The percentages of the variants must add up to 100, and their keys must differ.'

/** Fractions such as three times 33.33 are close enough. */
const MAX_ROUNDING = 0.1

const variants = z.array(variant).refine(
  all => {
    const total = all.reduce((sum, { rollout_percentage }) => sum + rollout_percentage, 0)
    const keys = new Set(all.map(({ key }) => key))
    return all.length === 0 || (Math.abs(total - 100) <= MAX_ROUNDING && keys.size === all.length)
  },
  { error: ADD_UP },
)

/** The shape that evaluation needs, with variants for everyone. */
const filters = filtersShape.extend({ multivariate: z.looseObject({ variants }).nullish() })

/** Body of `PATCH …/feature_flags/:id/`. A client may send back the whole flag. */
export const flagPatch = z.looseObject({
  active: z.boolean().optional(),
  rollout_percentage: percentage.optional(),
  filters: filters.optional(),
})

/** The fields of a flag that a patch does not change. */
export const READ_ONLY_FIELDS: Record<Exclude<keyof FlagDefinition, keyof FlagPatch | 'version'>, true> = {
  id: true,
  team_id: true,
  name: true,
  key: true,
  deleted: true,
  ensure_experience_continuity: true,
  has_encrypted_payloads: true,
  evaluation_runtime: true,
  evaluation_tags: true,
  bucketing_identifier: true,
}

/**
 * Parses a patch of a flag. The version is ignored: the flag may have another one since the client has read it.
 *
 * @throws HttpError 400 for an invalid field, one that no flag has, and another value of a read-only one. See D-593, D-706.
 */
export function parseFlagPatch(body: unknown, flag: FlagDefinition): FlagPatch {
  const { active, rollout_percentage, filters, version, ...rest } = validate(flagPatch, body)
  for (const [name, value] of Object.entries(rest)) {
    if (!isReadOnly(name)) throw invalidInput('A flag has no field of this name.', name)
    if (!isEqual(value, flag[name] ?? null))
      throw invalidInput('This field is read-only. Leave it out, or send the value that the flag has.', name)
  }
  if (filters) requireKnownFields(filters as FlagFilters, flag)
  return {
    ...(active !== undefined && { active }),
    ...(rollout_percentage !== undefined && { rollout_percentage }),
    // The schema has checked the fields that are read.
    ...(filters !== undefined && { filters: filters as FlagFilters }),
  }
}

const isReadOnly = (name: string): name is keyof typeof READ_ONLY_FIELDS =>
  Object.hasOwn(READ_ONLY_FIELDS, name)

/** A flag may have fields that this version does not know, and clients send them back. */
function requireKnownFields(filters: FlagFilters, flag: FlagDefinition): void {
  const { data: current } = filtersShape.safeParse(flag.filters)
  const kept = new Set(current && unknownFields(current as FlagFilters).map(path => path.at(-1)))
  const unknown = unknownFields(filters).find(path => !kept.has(path.at(-1)))
  if (unknown) throw invalidInput('Filters have no field of this name.', ['filters', ...unknown].join('__'))
}

/**
 * Returns the definition that a patch leads to.
 *
 * @throws HttpError 400 for the rollout of a flag with several release conditions.
 */
export function patchedFlag<F extends FlagDefinition>(flag: F, patch: FlagPatch): F {
  const { active = flag.active, filters = flag.filters, rollout_percentage } = patch
  if (rollout_percentage === undefined) return { ...flag, active, filters }
  const [only = {}, ...others] = filters.groups ?? []
  if (others.length > 0)
    throw invalidInput(
      'The flag has several release conditions. Send `filters` instead.',
      'rollout_percentage',
    )
  return { ...flag, active, filters: { ...filters, groups: [{ ...only, rollout_percentage }] } }
}
