import type { CohortDefinition, FlagDefinition, PropertyFilter } from '../../../wire/flagDefinition'
import { compileFlag } from '../evaluation/compileFlag'

/** What server SDKs download to decide flags by themselves. DECISIONS, "Local evaluation". */
interface LocalEvaluation {
  flags: FlagDefinition[]
  /** Index as text -> group type. */
  group_type_mapping: Record<string, string>
  cohorts: Record<string, unknown>
}

/**
 * The definitions of a project in the form that SDKs read: flags that depend
 * on others name them by key, with the chain of those to decide first.
 */
export function localEvaluation(
  flags: FlagDefinition[],
  groupTypes: { type: string; index: number }[],
  cohorts: CohortDefinition[],
): LocalEvaluation {
  const keys = new Map(flags.map(flag => [String(flag.id), flag.key]))
  return {
    flags: flags.filter(flag => !flag.deleted).map(flag => withKeys(flag, keys)),
    group_type_mapping: Object.fromEntries(groupTypes.map(({ index, type }) => [String(index), type])),
    cohorts: Object.fromEntries(cohorts.map(cohort => [String(cohort.id), cohort.filters ?? null])),
  }
}

function withKeys(flag: FlagDefinition, keys: ReadonlyMap<string, string>): FlagDefinition {
  // What cannot be read is handed on as it is: one such flag must not take the others along.
  if (compileFlag(flag).isMalformed || !flag.filters.groups) return flag
  const groups = flag.filters.groups.map(group => ({
    ...group,
    properties: group.properties?.map(filter => withKey(filter, keys)) ?? [],
  }))
  return { ...flag, filters: { ...flag.filters, groups } }
}

function withKey(
  filter: PropertyFilter,
  keys: ReadonlyMap<string, string>,
): PropertyFilter & Record<string, unknown> {
  if (filter.type !== 'flag') return { ...filter }
  const key = keys.get(filter.key)
  return key === undefined ? { ...filter, dependency_chain: [] } : { ...filter, key, dependency_chain: [key] }
}
