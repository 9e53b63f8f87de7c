import { z } from 'zod'
import type { FlagDefinition, FlagVariant, PropertyFilter } from '../../../wire/flagDefinition'
import { toText } from '../../lib/values'
import { type PropertyMatcher, propertyMatcher } from './propertyMatcher'

/** One filter, ready to be asked. */
export type CompiledFilter =
  | { on: 'person'; test: PropertyMatcher }
  | { on: 'group'; groupIndex: number | undefined; test: PropertyMatcher }
  | { on: 'cohort'; cohortId: number; member: boolean }
  | { on: 'flag'; flagId: number; value: unknown }
  | { on: 'unknown' }

/** One condition; cohort filters stand last, as they cost most. */
export interface CompiledCondition {
  filters: CompiledFilter[]
  /** Names of the properties that it reads. */
  keys: string[]
  rollout: number | null | undefined
  variant: string | null | undefined
  /** Undefined: the condition is about the person. */
  groupIndex: number | undefined
}

/** A flag, ready to be evaluated any number of times. */
export interface CompiledFlag {
  definition: FlagDefinition
  conditions: CompiledCondition[]
  superCondition: CompiledCondition | undefined
  variants: FlagVariant[]
  payloads: Record<string, string>
  groupIndex: number | undefined
  dependsOn: number[]
  /** True: a filter's operator is unknown, so that "off" may be wrong. */
  hasUnknownOperator: boolean
  /** True: the filters are not what they should be; the flag cannot be computed. */
  isMalformed: boolean
}

const filterShape = z.looseObject({
  key: z.coerce.string(),
  operator: z.string().nullish(),
  type: z.string().nullish(),
  group_type_index: z.int().nullish(),
})

const conditionShape = z.looseObject({
  properties: z.array(filterShape).nullish(),
  rollout_percentage: z.number().nullish(),
  variant: z.string().nullish(),
  aggregation_group_type_index: z.int().nullish(),
})

/** What the filters of a flag must look like to be evaluated at all. */
const filtersShape = z.looseObject({
  groups: z.array(conditionShape).nullish(),
  super_groups: z.array(conditionShape).nullish(),
  multivariate: z
    .looseObject({ variants: z.array(z.looseObject({ key: z.string(), rollout_percentage: z.number() })) })
    .nullish(),
  payloads: z.record(z.string(), z.unknown()).nullish(),
  aggregation_group_type_index: z.int().nullish(),
  holdout: z
    .looseObject({ id: z.union([z.number(), z.string()]), exclusion_percentage: z.number() })
    .nullish(),
})

/**
 * Reads a flag's definition once, so that evaluating it is only asking.
 *
 * Never throws: a definition that makes no sense becomes a flag that says so.
 */
export function compileFlag(definition: FlagDefinition): CompiledFlag {
  const parsed = filtersShape.safeParse(definition.filters)
  if (!parsed.success) return malformedFlag(definition)
  const filters = definition.filters
  const flagGroup = filters.aggregation_group_type_index ?? undefined
  const conditions = (filters.groups ?? []).map(condition => compileCondition(condition, flagGroup))
  const [first] = filters.super_groups ?? []
  const superCondition = first && compileCondition(first, flagGroup)
  const all = superCondition ? [...conditions, superCondition] : conditions
  return {
    definition,
    conditions,
    superCondition,
    variants: filters.multivariate?.variants ?? [],
    payloads: textPayloads(filters.payloads ?? {}),
    groupIndex: flagGroup,
    dependsOn: all.flatMap(condition =>
      condition.filters.flatMap(filter => (filter.on === 'flag' ? [filter.flagId] : [])),
    ),
    hasUnknownOperator: all.some(condition => condition.filters.some(filter => filter.on === 'unknown')),
    isMalformed: false,
  }
}

function malformedFlag(definition: FlagDefinition): CompiledFlag {
  return {
    definition,
    conditions: [],
    superCondition: undefined,
    variants: [],
    payloads: {},
    groupIndex: undefined,
    dependsOn: [],
    hasUnknownOperator: false,
    isMalformed: true,
  }
}

/** Payloads are JSON text; a value that is not yet text becomes it. */
function textPayloads(payloads: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payloads).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

type Condition = NonNullable<FlagDefinition['filters']['groups']>[number]

function compileCondition(condition: Condition, flagGroup: number | undefined): CompiledCondition {
  const ownGroup = condition.aggregation_group_type_index
  const properties = condition.properties ?? []
  const filters = properties.map(compileFilter)
  return {
    filters: [
      ...filters.filter(filter => filter.on !== 'cohort'),
      ...filters.filter(filter => filter.on === 'cohort'),
    ],
    keys: properties.map(filter => filter.key),
    rollout: condition.rollout_percentage,
    variant: condition.variant,
    groupIndex: ownGroup === undefined ? flagGroup : (ownGroup ?? undefined),
  }
}

function compileFilter(filter: PropertyFilter): CompiledFilter {
  switch (filter.type ?? 'person') {
    case 'cohort':
      return { on: 'cohort', cohortId: Number(toText(filter.value)), member: filter.operator !== 'not_in' }
    case 'flag':
      return { on: 'flag', flagId: Number(toText(filter.key)), value: filter.value }
    case 'group': {
      const test = propertyMatcher(filter)
      return test
        ? { on: 'group', groupIndex: filter.group_type_index ?? undefined, test }
        : { on: 'unknown' }
    }
    case 'person': {
      const test = propertyMatcher(filter)
      return test ? { on: 'person', test } : { on: 'unknown' }
    }
    default:
      return { on: 'unknown' }
  }
}
