import { z } from 'zod'
import type {
  FlagCondition,
  FlagDefinition,
  FlagFilters,
  FlagVariant,
  PropertyFilter,
} from '../../../wire/flagDefinition'
import { toText } from '../../lib/values'
import { cohortMembership } from './cohortMembership'
import { type PropertyMatcher, propertyMatcher } from './propertyMatcher'

/** A compiled filter. `unknown` has an unknown operator or type, and never matches. */
export type CompiledFilter =
  | { on: 'person'; test: PropertyMatcher }
  | { on: 'group'; groupIndex: number; test: PropertyMatcher }
  | { on: 'cohort'; cohortId: number; member: boolean }
  | { on: 'flag'; flagId: number; value: unknown }
  | { on: 'unknown' }

/** A compiled condition. Cohort filters come last, because they cost most. */
export interface CompiledCondition {
  filters: CompiledFilter[]
  /** Names of the properties that the filters read. */
  keys: string[]
  rollout: number | null | undefined
  variant: string | null | undefined
  /** Index of the group type that the condition is about; undefined for the person. */
  groupIndex: number | undefined
}

/** The persons who are kept out of an experiment, in a variant of their own. */
export interface CompiledHoldout {
  percentage: number
  variant: string
}

/** A compiled flag. It can be evaluated any number of times. */
export interface CompiledFlag {
  definition: FlagDefinition
  conditions: CompiledCondition[]
  superCondition: CompiledCondition | undefined
  holdout: CompiledHoldout | undefined
  variants: FlagVariant[]
  payloads: Record<string, string>
  /** Index of the group type that the flag is about; undefined for persons. */
  groupIndex: number | undefined
  /** Ids of the flags that the filters refer to. */
  dependsOn: number[]
  /** Whether a filter has an unknown operator or type. A result of "off" may then be wrong. */
  hasUnknownOperator: boolean
  /** Whether filters, tags or runtime have the wrong shape. The flag then cannot be computed. */
  isMalformed: boolean
}

/** Beyond its range, a number would mean everyone. */
export const percentage = z.number().min(0).max(100)

const groupTypeIndex = z.int().min(0)

/** The shape that a filter needs to be evaluated. */
export const filterShape = z.looseObject({
  key: z.union([z.string().min(1), z.number()]),
  operator: z.string().nullish(),
  type: z.string().nullish(),
  group_type_index: groupTypeIndex.nullish(),
  // Cohorts alone read it, and ignoring it would mean the opposite.
  negation: z.literal(false).nullish(),
})

/** The shape that a release condition needs to be evaluated. */
export const conditionShape = z.looseObject({
  properties: z.array(filterShape).nullish(),
  rollout_percentage: percentage.nullish(),
  variant: z.string().nullish(),
  aggregation_group_type_index: groupTypeIndex.nullish(),
})

/** The shape that the filters of a flag need to be evaluated. */
export const filtersShape = z.looseObject({
  groups: z.array(conditionShape).nullish(),
  super_groups: z.array(conditionShape).nullish(),
  multivariate: z
    .looseObject({
      variants: z.array(z.looseObject({ key: z.string().min(1), rollout_percentage: percentage })),
    })
    .nullish(),
  payloads: z.record(z.string(), z.unknown()).nullish(),
  aggregation_group_type_index: groupTypeIndex.nullish(),
  feature_enrollment: z.boolean().nullish(),
  early_exit: z.boolean().nullish(),
  holdout: z
    .looseObject({ id: z.union([z.number(), z.string()]), exclusion_percentage: percentage })
    .nullish(),
  holdout_groups: z
    .array(
      z.looseObject({
        properties: z.array(z.never()).nullish(),
        rollout_percentage: percentage,
        variant: z.string().min(1),
      }),
    )
    .nullish(),
})

/** The fields outside of the filters whose wrong shape could serve a flag to everyone, or to others. See D-493. */
const definitionShape = z.looseObject({
  filters: filtersShape,
  evaluation_tags: z.array(z.string()).nullish(),
  evaluation_runtime: z
    .string()
    .regex(/^(server|client|all)$/i)
    .nullish(),
  active: z.boolean().optional(),
  deleted: z.boolean().nullish(),
  // Another identifier is another bucket for each person.
  ensure_experience_continuity: z.boolean().nullish(),
  bucketing_identifier: z.enum(['device_id', 'distinct_id']).nullish(),
})

/**
 * Compiles the definition of a flag, so that each evaluation only runs its tests.
 *
 * Never throws: a malformed definition becomes a flag with `isMalformed`.
 */
export function compileFlag(definition: FlagDefinition): CompiledFlag {
  const isMalformed = !definitionShape.safeParse(definition).success
  const filters: FlagFilters = isMalformed ? {} : definition.filters
  const groupIndex = filters.aggregation_group_type_index ?? undefined
  const conditions = (filters.groups ?? []).map(condition => compileCondition(condition, groupIndex))
  const [first] = filters.super_groups ?? []
  const superCondition = first && compileCondition(first, groupIndex)
  const allFilters = [...conditions, ...(superCondition ? [superCondition] : [])].flatMap(
    condition => condition.filters,
  )
  return {
    definition,
    conditions,
    superCondition,
    holdout: compileHoldout(filters),
    variants: filters.multivariate?.variants ?? [],
    payloads: textPayloads(filters.payloads ?? {}),
    groupIndex,
    dependsOn: allFilters.flatMap(filter => (filter.on === 'flag' ? [filter.flagId] : [])),
    hasUnknownOperator: allFilters.some(filter => filter.on === 'unknown'),
    isMalformed,
  }
}

function compileHoldout({ holdout, holdout_groups }: FlagFilters): CompiledHoldout | undefined {
  if (holdout) return { percentage: holdout.exclusion_percentage, variant: `holdout-${holdout.id}` }
  const [first] = holdout_groups ?? []
  return first && { percentage: first.rollout_percentage, variant: first.variant }
}

/** Payloads are JSON text; any other value is serialized. */
function textPayloads(payloads: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payloads).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

function compileCondition(condition: FlagCondition, flagGroupIndex: number | undefined): CompiledCondition {
  const groupIndex = condition.aggregation_group_type_index
  const properties = condition.properties ?? []
  const aboutGroup = groupIndex === undefined ? flagGroupIndex : (groupIndex ?? undefined)
  const filters = properties.map(filter => compileFilter(filter, aboutGroup))
  return {
    filters: [
      ...filters.filter(filter => filter.on !== 'cohort'),
      ...filters.filter(filter => filter.on === 'cohort'),
    ],
    keys: properties.map(filter => filter.key),
    rollout: condition.rollout_percentage,
    variant: condition.variant,
    groupIndex: aboutGroup,
  }
}

/** Another operator may mean the opposite, so that the filter matches nobody. See D-478. */
const isDependencyOperator = (operator: string | null | undefined): boolean =>
  ['flag_evaluates_to', 'exact'].includes(operator ?? 'exact')

function compileFilter(filter: PropertyFilter, aboutGroup: number | undefined): CompiledFilter {
  switch (filter.type ?? 'person') {
    case 'cohort': {
      const member = cohortMembership(filter.operator)
      return member === undefined
        ? { on: 'unknown' }
        : { on: 'cohort', cohortId: Number(toText(filter.value)), member }
    }
    case 'flag':
      return isDependencyOperator(filter.operator)
        ? { on: 'flag', flagId: Number(toText(filter.key)), value: filter.value }
        : { on: 'unknown' }
    case 'group': {
      const test = propertyMatcher(filter)
      const groupIndex = filter.group_type_index ?? aboutGroup
      // Without a group to read, each negated operator would match.
      return test && groupIndex !== undefined ? { on: 'group', groupIndex, test } : { on: 'unknown' }
    }
    case 'person': {
      const test = propertyMatcher(filter)
      return test ? { on: 'person', test } : { on: 'unknown' }
    }
    default:
      return { on: 'unknown' }
  }
}
