import type { FlagResult } from '../../../wire/flag'
import { holdoutHash, isWithinPercentage, rolloutHash, variantAt, variantHash } from './bucketing'
import type { CompiledCondition, CompiledFlag } from './compileFlag'
import type { EvaluationContext } from './evaluationContext'
import { failedResult, flagResult } from './flagResult'
import { type Evaluation, matchesFilter } from './matchesFilter'

/**
 * Evaluates one flag: early access first, then the holdout, then the conditions in order.
 *
 * Never throws: a flag that cannot be computed is `failed`. See D-264, D-268.
 */
export function evaluateFlag(flag: CompiledFlag, evaluation: Evaluation): FlagResult {
  if (flag.isMalformed) return failedResult(flag, 'malformed_filters')
  return (
    enrollmentResult(flag, evaluation) ??
    superConditionResult(flag, evaluation) ??
    holdoutResult(flag, evaluation.context) ??
    conditionsResult(flag, evaluation)
  )
}

/** The result of early access by a person property, if the person has that property. */
function enrollmentResult(flag: CompiledFlag, { person }: Evaluation): FlagResult | undefined {
  const { key, filters } = flag.definition
  const enrollment = filters.feature_enrollment && person(`$feature_enrollment/${key}`)
  if (!enrollment) return undefined
  const enabled = enrollment.raw === true || enrollment.raw === 'true'
  return flagResult(flag, { enabled, code: 'super_condition_value', index: 0 })
}

/** The result of early access by condition, if the person has one of the properties that it reads. */
function superConditionResult(flag: CompiledFlag, evaluation: Evaluation): FlagResult | undefined {
  const { superCondition } = flag
  if (!superCondition?.keys.some(key => evaluation.person(key))) return undefined
  const outcome = conditionOutcome(flag, superCondition, evaluation)
  if (outcome === 'dependency_not_found_cohort') return failedResult(flag, outcome)
  return flagResult(flag, { enabled: outcome === 'condition_match', code: 'super_condition_value', index: 0 })
}

/** The result of the holdout, if the flag has one that includes the identifier. */
function holdoutResult(flag: CompiledFlag, context: EvaluationContext): FlagResult | undefined {
  const { holdout } = flag
  const identifier = bucketingId(flag, flag.groupIndex, context)
  if (!holdout || identifier === undefined) return undefined
  if (!isWithinPercentage(holdoutHash(identifier), holdout.percentage)) return undefined
  return flagResult(flag, {
    enabled: true,
    code: 'holdout_condition_value',
    variant: holdout.variant,
  })
}

type ConditionOutcome =
  | 'condition_match'
  | 'out_of_rollout_bound'
  | 'no_condition_match'
  | 'no_group_type'
  | 'dependency_not_found_cohort'

/** Of several conditions that fail, the one with the highest rank explains the result. */
const FAILURE_RANK = { out_of_rollout_bound: 3, no_condition_match: 2, no_group_type: 1 }

/** The result of the first condition that matches, or the reason why none does. */
function conditionsResult(flag: CompiledFlag, evaluation: Evaluation): FlagResult {
  let code: keyof typeof FAILURE_RANK = 'no_group_type'
  let failedIndex: number | null = null
  for (const [index, condition] of flag.conditions.entries()) {
    const outcome = conditionOutcome(flag, condition, evaluation)
    if (outcome === 'dependency_not_found_cohort') return failedResult(flag, outcome)
    if (outcome === 'condition_match') {
      const variant = conditionVariant(flag, condition, evaluation.context)
      return flagResult(flag, { enabled: true, code: outcome, variant, index })
    }
    if (FAILURE_RANK[outcome] >= FAILURE_RANK[code]) {
      code = outcome
      failedIndex = index
    }
    if (flag.definition.filters.early_exit && outcome === 'out_of_rollout_bound') break
  }
  const result = flagResult(flag, { enabled: false, code, index: failedIndex })
  return flag.hasUnknownOperator ? { ...result, failed: true } : result
}

function conditionOutcome(
  flag: CompiledFlag,
  condition: CompiledCondition,
  evaluation: Evaluation,
): ConditionOutcome {
  const { groupIndex } = condition
  const { context } = evaluation
  if (groupIndex !== undefined && !context.groups.has(groupIndex)) return 'no_group_type'
  for (const filter of condition.filters) {
    const matches = matchesFilter(filter, groupIndex, evaluation)
    if (matches === undefined) return 'dependency_not_found_cohort'
    if (!matches) return 'no_condition_match'
  }
  const identifier = bucketingId(flag, groupIndex, context)
  if (identifier === undefined) return 'out_of_rollout_bound'
  return isWithinPercentage(rolloutHash(flag.definition.key, identifier), condition.rollout)
    ? 'condition_match'
    : 'out_of_rollout_bound'
}

/** Returns the identifier that rollout and variant are computed from; undefined when the request lacks it. */
function bucketingId(
  flag: CompiledFlag,
  groupIndex: number | undefined,
  context: EvaluationContext,
): string | undefined {
  if (groupIndex !== undefined) return context.groups.get(groupIndex)?.key
  if (flag.definition.bucketing_identifier === 'device_id') return context.deviceId
  return flag.definition.ensure_experience_continuity ? context.continuityId : context.distinctId
}

/** The condition's own variant counts when the flag declares it; otherwise the hash decides. */
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
