import type { Properties } from '../../../wire/event'
import type { FlagResult } from '../../../wire/flag'
import type { CohortDefinition } from '../../../wire/flagDefinition'
import { ownProperty } from '../../lib/values'
import { holdoutHash, isInside, rolloutHash, variantAt, variantHash } from './bucketing'
import { type CohortMatcher, cohortMatcher } from './cohortMatcher'
import type { CompiledCondition, CompiledFilter, CompiledFlag } from './compileFlag'
import { evaluationOrder } from './evaluationOrder'
import type { MatchClock } from './propertyMatcher'

/** The group of a request at one position of the project's group types. */
export interface GroupContext {
  key: string
  properties: Properties
}

/** Everything that decides flags for one request. */
export interface EvaluationContext extends MatchClock {
  /** Already cut to its longest. */
  distinctId: string
  /** What flags with experience continuity count on. */
  continuityId: string
  /** What flags by device count on; undefined when the request names no device. */
  deviceId: string | undefined
  person: Properties
  /** Position of the group type -> the group, when the request names a usable one. */
  groups: ReadonlyMap<number, GroupContext>
  cohorts: ReadonlyMap<number, CohortDefinition>
  staticMemberships: ReadonlySet<number>
}

/** Why a condition, or a flag, came out as it did; the longer description is in `DESCRIPTIONS`. */
type Outcome = 'condition_match' | 'out_of_rollout_bound' | 'no_condition_match' | 'no_group_type'

/** Of two conditions that both missed, the one with the higher number explains the flag. */
const PRIORITY: Record<Outcome, number> = {
  condition_match: 4,
  out_of_rollout_bound: 3,
  no_condition_match: 2,
  no_group_type: 1,
}

const DESCRIPTIONS: Record<string, string> = {
  no_condition_match: 'No matching condition set',
  out_of_rollout_bound: 'Out of rollout bound',
  no_group_type: 'No group type',
  super_condition_value: 'Super condition value',
  holdout_condition_value: 'Holdout condition value',
  missing_dependency: 'Flag cannot be evaluated due to missing dependency',
  dependency_not_found_cohort: 'Cohort dependency not found',
  malformed_filters: 'Flag definition is malformed',
}

/** A filter asked about a cohort that does not exist: the flag cannot be computed. */
const NO_SUCH_COHORT = Symbol('no such cohort')

/**
 * Evaluates flags for one request.
 *
 * @param flags All flags of the project that are active; dependencies are looked up among them.
 * @param inactive Ids of flags that exist and are off: they count as false for those who depend on them.
 * @returns One result for each flag, by id.
 *
 * Never throws: what cannot be computed is `failed`. Interface section 4.3; DECISIONS, "Flag evaluation".
 */
export function evaluateFlags(
  flags: CompiledFlag[],
  inactive: ReadonlySet<number>,
  context: EvaluationContext,
): Map<number, FlagResult> {
  const { ordered, missing, cyclic } = evaluationOrder(withoutInactive(flags, inactive))
  const isInCohort = cohortMatcher(context.cohorts, context.staticMemberships, context.person, context)
  const results = new Map<number, FlagResult>()
  for (const flag of ordered) {
    const id = flag.definition.id
    results.set(
      id,
      missing.has(id) ? offResult(flag, 'missing_dependency') : evaluate(flag, context, results, isInCohort),
    )
  }
  for (const flag of flags) {
    if (cyclic.has(flag.definition.id))
      results.set(flag.definition.id, failedResult(flag, 'missing_dependency'))
  }
  return results
}

/** An inactive flag is known: who depends on it need not wait for it, nor miss it. */
function withoutInactive(flags: CompiledFlag[], inactive: ReadonlySet<number>): CompiledFlag[] {
  if (inactive.size === 0) return flags
  return flags.map(flag =>
    flag.dependsOn.some(id => inactive.has(id))
      ? { ...flag, dependsOn: flag.dependsOn.filter(id => !inactive.has(id)) }
      : flag,
  )
}

function evaluate(
  flag: CompiledFlag,
  context: EvaluationContext,
  results: ReadonlyMap<number, FlagResult>,
  isInCohort: CohortMatcher,
): FlagResult {
  if (flag.isMalformed) return failedResult(flag, 'malformed_filters')
  const { definition } = flag
  const { filters } = definition

  const enrollment = ownProperty(context.person, `$feature_enrollment/${definition.key}`)
  if (filters.feature_enrollment && enrollment !== undefined) {
    return flagResult(flag, enrollment === true || enrollment === 'true', null, 'super_condition_value', 0)
  }
  const check = (condition: CompiledCondition) =>
    conditionOutcome(flag, condition, context, results, isInCohort)

  const { superCondition } = flag
  if (superCondition?.keys.some(key => Object.hasOwn(context.person, key))) {
    const outcome = check(superCondition)
    if (outcome === NO_SUCH_COHORT) return failedResult(flag, 'dependency_not_found_cohort')
    return flagResult(flag, outcome === 'condition_match', null, 'super_condition_value', 0)
  }

  const { holdout } = filters
  const holdoutId = bucketingId(flag, flag.groupIndex, context)
  if (holdout && holdoutId !== undefined && isInside(holdoutHash(holdoutId), holdout.exclusion_percentage)) {
    return flagResult(flag, true, `holdout-${holdout.id}`, 'holdout_condition_value', null)
  }

  let bestOutcome: Outcome = 'no_group_type'
  let bestIndex: number | null = null
  for (const [index, condition] of flag.conditions.entries()) {
    const outcome = check(condition)
    if (outcome === NO_SUCH_COHORT) return failedResult(flag, 'dependency_not_found_cohort')
    if (outcome === 'condition_match') {
      return flagResult(flag, true, conditionVariant(flag, condition, context), 'condition_match', index)
    }
    if (PRIORITY[outcome] >= PRIORITY[bestOutcome]) {
      bestOutcome = outcome
      bestIndex = index
    }
    if (filters.early_exit && outcome === 'out_of_rollout_bound') break
  }
  const missed = flagResult(flag, false, null, bestOutcome, bestIndex)
  return flag.hasUnknownOperator ? { ...missed, failed: true } : missed
}

function conditionOutcome(
  flag: CompiledFlag,
  condition: CompiledCondition,
  context: EvaluationContext,
  results: ReadonlyMap<number, FlagResult>,
  isInCohort: CohortMatcher,
): Outcome | typeof NO_SUCH_COHORT {
  const { groupIndex } = condition
  if (groupIndex !== undefined && !context.groups.has(groupIndex)) return 'no_group_type'
  for (const filter of condition.filters) {
    const matches = matchesFilter(filter, groupIndex, context, results, isInCohort)
    if (matches === undefined) return NO_SUCH_COHORT
    if (!matches) return 'no_condition_match'
  }
  const identifier = bucketingId(flag, groupIndex, context)
  if (identifier === undefined) return 'out_of_rollout_bound'
  return isInside(rolloutHash(flag.definition.key, identifier), condition.rollout)
    ? 'condition_match'
    : 'out_of_rollout_bound'
}

const NO_PROPERTIES: Properties = {}

/** @returns Undefined when the filter asks about a cohort that does not exist. */
function matchesFilter(
  filter: CompiledFilter,
  groupIndex: number | undefined,
  context: EvaluationContext,
  results: ReadonlyMap<number, FlagResult>,
  isInCohort: CohortMatcher,
): boolean | undefined {
  switch (filter.on) {
    case 'person':
      // A condition about a group never sees the person.
      return filter.test(groupIndex === undefined ? context.person : NO_PROPERTIES, context)
    case 'group': {
      const index = filter.groupIndex ?? groupIndex
      const group = index === undefined ? undefined : context.groups.get(index)
      return filter.test(group?.properties ?? NO_PROPERTIES, context)
    }
    case 'cohort': {
      const isMember = isInCohort(filter.cohortId)
      return isMember === undefined ? undefined : isMember === filter.member
    }
    case 'flag':
      return evaluatesTo(results.get(filter.flagId), filter.value)
    case 'unknown':
      return false
  }
}

/** `true`: any enabled result; `false`: off; text: exactly that variant. */
function evaluatesTo(result: FlagResult | undefined, expected: unknown): boolean {
  if (expected === true) return result?.enabled === true
  if (expected === false) return result?.enabled !== true
  return typeof expected === 'string' && result?.enabled === true && result.variant === expected
}

/** What rollout and variant count on; undefined when the request does not say. */
function bucketingId(
  flag: CompiledFlag,
  groupIndex: number | undefined,
  context: EvaluationContext,
): string | undefined {
  if (groupIndex !== undefined) return context.groups.get(groupIndex)?.key
  if (flag.definition.bucketing_identifier === 'device_id') return context.deviceId
  return flag.definition.ensure_experience_continuity ? context.continuityId : context.distinctId
}

function conditionVariant(
  flag: CompiledFlag,
  condition: CompiledCondition,
  context: EvaluationContext,
): string | null {
  if (condition.variant && flag.variants.some(variant => variant.key === condition.variant))
    return condition.variant
  if (flag.variants.length === 0) return null
  const identifier = bucketingId(flag, condition.groupIndex, context) ?? ''
  return variantAt(variantHash(flag.definition.key, identifier), flag.variants)
}

function flagResult(
  flag: CompiledFlag,
  enabled: boolean,
  variant: string | null,
  code: string,
  index: number | null,
): FlagResult {
  const { definition } = flag
  const description = code === 'condition_match' ? `Matched condition set ${index! + 1}` : DESCRIPTIONS[code]!
  const payload = enabled ? ownProperty(flag.payloads, variant ?? 'true') : undefined
  return {
    key: definition.key,
    enabled,
    variant,
    reason: { code, condition_index: index, description },
    metadata: {
      id: definition.id,
      version: definition.version ?? 0,
      description: null,
      payload: typeof payload === 'string' ? payload : null,
    },
  }
}

function offResult(flag: CompiledFlag, code: string): FlagResult {
  return flagResult(flag, false, null, code, null)
}

function failedResult(flag: CompiledFlag, code: string): FlagResult {
  return { ...offResult(flag, code), failed: true }
}
