import type { FlagEvaluation } from '../../wire/console'
import type { FlagCondition, FlagVariant, PropertyFilter } from '../../wire/flagDefinition'

/** Operators as they stand between a property and a value. Others are shown by their name. */
const OPERATORS: Record<string, string> = {
  exact: 'is',
  is_not: 'is not',
  icontains: 'contains',
  not_icontains: 'does not contain',
  starts_with: 'begins with',
  ends_with: 'ends with',
  regex: 'matches',
  not_regex: 'does not match',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  is_set: 'is set',
  is_not_set: 'is not set',
  is_date_before: 'is before',
  is_date_after: 'is after',
  in: 'is in cohort',
  not_in: 'is not in cohort',
}

/** Returns whom a condition is about: "Everyone", or "plan is plus or team". */
export function describeCondition({ properties }: FlagCondition): string {
  return properties?.length ? properties.map(describeFilter).join(' and ') : 'Everyone'
}

function describeFilter({ key, value, operator, type }: PropertyFilter): string {
  const name = operator ?? 'exact'
  const subject = type === 'cohort' || type === 'flag' ? `${type} ${key}` : key
  const values = (Array.isArray(value) ? value : [value]).map(textOf).join(' or ')
  return `${subject} ${OPERATORS[name] ?? name.replaceAll('_', ' ')} ${values}`.trim()
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the variants of a flag with their shares. */
export const describeVariants = (variants: readonly FlagVariant[]): string =>
  variants.map(({ key, rollout_percentage }) => `${key} ${rollout_percentage}%`).join(', ')

/** Returns the value of a flag as a word. */
export function describeValue(value: FlagEvaluation['value']): string {
  return typeof value === 'string' ? value : value ? 'on' : 'off'
}

/** Reasons as the end of the sentence "… because". */
const REASONS: Record<string, (condition: string) => string> = {
  condition_match: condition => `${condition} applies`,
  no_condition_match: () => 'no condition applies',
  out_of_rollout_bound: condition => `${condition} applies, and its rollout leaves this id out`,
  no_group_type: () => 'the flag is about a group, and none is known',
  super_condition_value: () => 'early access decides',
  holdout_condition_value: () => 'this id is in the holdout',
  missing_dependency: () => 'it depends on a flag that cannot be evaluated',
  dependency_not_found_cohort: () => 'its cohort does not exist',
  malformed_filters: () => 'its conditions cannot be read',
  disabled: () => 'the flag is switched off',
  flag_disabled: () => 'the flag is switched off',
}

/** Returns why a flag has its value, as the end of a sentence. */
export function describeReason({ evaluation }: FlagEvaluation): string {
  const { reason, condition_index, description } = evaluation
  const condition = condition_index === null ? 'a condition' : `condition ${condition_index + 1}`
  return REASONS[reason]?.(condition) ?? description
}
