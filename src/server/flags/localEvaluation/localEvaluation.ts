import type { CohortDefinition, FlagDefinition, PropertyFilter } from '../../../wire/flagDefinition'
import { compileFlag } from '../evaluation/compileFlag'

/** The definitions that server SDKs download to evaluate flags locally. See D-291. */
interface LocalEvaluation {
  flags: FlagDefinition[]
  /** Index, as text -> group type. */
  group_type_mapping: Record<string, string>
  cohorts: Record<string, unknown>
}

/**
 * Returns the definitions of a project in the form that SDKs read. A filter on another flag names it by key, with the
 * keys of the flags to evaluate first.
 */
export function localEvaluation(
  flags: FlagDefinition[],
  groupTypes: { type: string; index: number }[],
  cohorts: CohortDefinition[],
): LocalEvaluation {
  const keys = new Map(flags.map(flag => [String(flag.id), flag.key]))
  return {
    flags: flags.filter(flag => !flag.deleted).map(flag => withDependencyKeys(flag, keys)),
    group_type_mapping: Object.fromEntries(groupTypes.map(({ index, type }) => [String(index), type])),
    cohorts: Object.fromEntries(cohorts.map(cohort => [String(cohort.id), cohort.filters ?? null])),
  }
}

function withDependencyKeys(flag: FlagDefinition, keys: ReadonlyMap<string, string>): FlagDefinition {
  // A malformed flag is passed on unchanged: it must not fail the request for the others.
  if (compileFlag(flag).isMalformed || !flag.filters.groups) return flag
  const groups = flag.filters.groups.map(group => ({
    ...group,
    properties: group.properties?.map(filter => withDependencyKey(filter, keys)) ?? [],
  }))
  return { ...flag, filters: { ...flag.filters, groups } }
}

function withDependencyKey(
  filter: PropertyFilter,
  keys: ReadonlyMap<string, string>,
): PropertyFilter & Record<string, unknown> {
  if (filter.type !== 'flag') return { ...filter }
  const key = keys.get(filter.key)
  return key === undefined ? { ...filter, dependency_chain: [] } : { ...filter, key, dependency_chain: [key] }
}
