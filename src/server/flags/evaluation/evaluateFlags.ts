import type { Properties } from '../../../wire/event'
import type { FlagResult } from '../../../wire/flag'
import type { CohortDefinition } from '../../../wire/flagDefinition'
import { ownProperty } from '../../lib/values'
import { holdoutHash, isInside, rolloutHash, variantAt, variantHash } from './bucketing'
import { type CohortTest, cohortTest } from './cohortMatcher'
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
  stableId: string
  /** What flags by device count on; undefined when the request names no device. */
  deviceId: string | undefined
  person: Properties
  /** Position of the group type -> the group, when the request names a usable one. */
  groups: ReadonlyMap<number, GroupContext>
  cohorts: ReadonlyMap<number, CohortDefinition>
  staticCohorts: ReadonlySet<number>
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
  const inCohort = cohortTest(context.cohorts, context.staticCohorts, context.person, context)
  const results = new Map<number, FlagResult>()
  for (const flag of ordered) {
    const id = flag.definition.id
    results.set(
      id,
      missing.has(id) ? off(flag, 'missing_dependency') : evaluate(flag, context, results, inCohort),
    )
  }
  for (const flag of flags) {
    if (cyclic.has(flag.definition.id)) results.set(flag.definition.id, failed(flag, 'missing_dependency'))
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
  inCohort: CohortTest,
): FlagResult {
  if (flag.isMalformed) return failed(flag, 'malformed_filters')
  const { definition } = flag
  const { filters } = definition

  const enrollment = ownProperty(context.person, `$feature_enrollment/${definition.key}`)
  if (filters.feature_enrollment && enrollment !== undefined) {
    return result(flag, enrollment === true || enrollment === 'true', null, 'super_condition_value', 0)
  }
  const check = (condition: CompiledCondition) => outcomeOf(flag, condition, context, results, inCohort)

  const { superCondition } = flag
  if (superCondition?.keys.some(key => Object.hasOwn(context.person, key))) {
    const outcome = check(superCondition)
    if (outcome === NO_SUCH_COHORT) return failed(flag, 'dependency_not_found_cohort')
    return result(flag, outcome === 'condition_match', null, 'super_condition_value', 0)
  }

  const { holdout } = filters
  const holdoutId = identifierOf(flag, flag.groupIndex, context)
  if (holdout && holdoutId !== undefined && isInside(holdoutHash(holdoutId), holdout.exclusion_percentage)) {
    return result(flag, true, `holdout-${holdout.id}`, 'holdout_condition_value', null)
  }

  let best: Outcome = 'no_group_type'
  let bestIndex: number | null = null
  for (const [index, condition] of flag.conditions.entries()) {
    const outcome = check(condition)
    if (outcome === NO_SUCH_COHORT) return failed(flag, 'dependency_not_found_cohort')
    if (outcome === 'condition_match') {
      return result(flag, true, variantOf(flag, condition, context), 'condition_match', index)
    }
    if (PRIORITY[outcome] >= PRIORITY[best]) {
      best = outcome
      bestIndex = index
    }
    if (filters.early_exit && outcome === 'out_of_rollout_bound') break
  }
  const missed = result(flag, false, null, best, bestIndex)
  return flag.hasUnknownOperator ? { ...missed, failed: true } : missed
}

function outcomeOf(
  flag: CompiledFlag,
  condition: CompiledCondition,
  context: EvaluationContext,
  results: ReadonlyMap<number, FlagResult>,
  inCohort: CohortTest,
): Outcome | typeof NO_SUCH_COHORT {
  const { groupIndex } = condition
  if (groupIndex !== undefined && !context.groups.has(groupIndex)) return 'no_group_type'
  for (const filter of condition.filters) {
    const answer = passes(filter, groupIndex, context, results, inCohort)
    if (answer === undefined) return NO_SUCH_COHORT
    if (!answer) return 'no_condition_match'
  }
  const identifier = identifierOf(flag, groupIndex, context)
  if (identifier === undefined) return 'out_of_rollout_bound'
  return isInside(rolloutHash(flag.definition.key, identifier), condition.rollout)
    ? 'condition_match'
    : 'out_of_rollout_bound'
}

const NO_PROPERTIES: Properties = {}

/** @returns Undefined when the filter asks about a cohort that does not exist. */
function passes(
  filter: CompiledFilter,
  groupIndex: number | undefined,
  context: EvaluationContext,
  results: ReadonlyMap<number, FlagResult>,
  inCohort: CohortTest,
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
      const isMember = inCohort(filter.cohortId)
      return isMember === undefined ? undefined : isMember === filter.member
    }
    case 'flag':
      return evaluatesTo(results.get(filter.flagId), filter.value)
    case 'nothing':
      return false
  }
}

/** `true`: any enabled result; `false`: off; text: exactly that variant. */
function evaluatesTo(result: FlagResult | undefined, wanted: unknown): boolean {
  if (wanted === true) return result?.enabled === true
  if (wanted === false) return result?.enabled !== true
  return typeof wanted === 'string' && result?.enabled === true && result.variant === wanted
}

/** What rollout and variant count on; undefined when the request does not say. */
function identifierOf(
  flag: CompiledFlag,
  groupIndex: number | undefined,
  context: EvaluationContext,
): string | undefined {
  if (groupIndex !== undefined) return context.groups.get(groupIndex)?.key
  if (flag.definition.bucketing_identifier === 'device_id') return context.deviceId
  return flag.definition.ensure_experience_continuity ? context.stableId : context.distinctId
}

function variantOf(
  flag: CompiledFlag,
  condition: CompiledCondition,
  context: EvaluationContext,
): string | null {
  if (condition.variant && flag.variants.some(variant => variant.key === condition.variant))
    return condition.variant
  if (flag.variants.length === 0) return null
  const identifier = identifierOf(flag, condition.groupIndex, context) ?? ''
  return variantAt(variantHash(flag.definition.key, identifier), flag.variants)
}

function result(
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

function off(flag: CompiledFlag, code: string): FlagResult {
  return result(flag, false, null, code, null)
}

function failed(flag: CompiledFlag, code: string): FlagResult {
  return { ...off(flag, code), failed: true }
}
