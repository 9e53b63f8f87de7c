import { z } from '@hono/zod-openapi'
import type { FlagPatch } from '../../../wire/console'
import type { FlagDefinition, FlagFilters } from '../../../wire/flagDefinition'
import { invalidInput } from '../../http/reply'
import { validate } from '../../http/validate'
import { filtersShape, percentage } from '../evaluation/compileFlag'

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

/** Body of `PATCH …/feature_flags/:id/`. Read-only fields are ignored: a client may send back the whole flag. */
export const flagPatch = z.looseObject({
  active: z.boolean().optional(),
  rollout_percentage: percentage.optional(),
  filters: filters.optional(),
})

/** The fields of a flag, so that a misspelt one is an error. */
const READ_ONLY: Record<Exclude<keyof FlagDefinition, keyof FlagPatch>, true> = {
  id: true,
  team_id: true,
  name: true,
  key: true,
  deleted: true,
  ensure_experience_continuity: true,
  has_encrypted_payloads: true,
  version: true,
  evaluation_runtime: true,
  evaluation_tags: true,
  bucketing_identifier: true,
}

/** @throws HttpError 400 for an invalid field, and for one that no flag has. See D-593. */
export function parseFlagPatch(body: unknown): FlagPatch {
  const { active, rollout_percentage, filters, ...rest } = validate(flagPatch, body)
  const unknown = Object.keys(rest).find(name => !Object.hasOwn(READ_ONLY, name))
  if (unknown !== undefined) throw invalidInput('A flag has no field of this name.', unknown)
  return {
    ...(active !== undefined && { active }),
    ...(rollout_percentage !== undefined && { rollout_percentage }),
    // The schema has checked the fields that are read.
    ...(filters !== undefined && { filters: filters as FlagFilters }),
  }
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
