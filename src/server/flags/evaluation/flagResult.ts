import type { FlagResult } from '../../../wire/flag'
import { ownProperty } from '../../lib/values'
import type { CompiledFlag } from './compileFlag'

/** Descriptions of the reasons that need no number. */
const DESCRIPTIONS = {
  no_condition_match: 'No matching condition set',
  out_of_rollout_bound: 'Out of rollout bound',
  no_group_type: 'No group type',
  super_condition_value: 'Super condition value',
  holdout_condition_value: 'Holdout condition value',
  missing_dependency: 'Flag cannot be evaluated due to missing dependency',
  dependency_not_found_cohort: 'Cohort dependency not found',
  malformed_filters: 'Flag definition is malformed',
}

/** The code of a reason. Interface section 4.3. */
type ReasonCode = 'condition_match' | keyof typeof DESCRIPTIONS

/** The value of a flag for one request, with its reason. */
interface FlagDecision {
  enabled: boolean
  code: ReasonCode
  /** Null when missing. */
  variant?: string | null
  /** Zero-based index of the condition that decided; null when missing. */
  index?: number | null
}

/** Builds the result of a flag in the form of the interface. Interface section 4.3, response. */
export function flagResult(
  { definition, payloads }: CompiledFlag,
  { enabled, code, variant = null, index = null }: FlagDecision,
): FlagResult {
  const description = code === 'condition_match' ? `Matched condition set ${index! + 1}` : DESCRIPTIONS[code]
  const payload = enabled ? ownProperty(payloads, variant ?? 'true') : undefined
  return {
    key: definition.key,
    enabled,
    ...(variant !== null && { variant }),
    reason: { code, condition_index: index, description },
    metadata: {
      id: definition.id,
      version: definition.version ?? 0,
      ...(typeof payload === 'string' && { payload }),
    },
  }
}

/** Builds the result of a flag that cannot be computed. */
export function failedResult(flag: CompiledFlag, code: ReasonCode): FlagResult {
  return { ...flagResult(flag, { enabled: false, code }), failed: true }
}
