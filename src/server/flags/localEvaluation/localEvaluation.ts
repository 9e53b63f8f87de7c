import type { FlagCondition, PropertyFilter } from '../../../wire/flagDefinition'
import type { CohortRow, FlagRow } from '../../store/rows'
import type { CohortCompiler } from '../evaluation/compileCohort'
import type { CompiledCondition, CompiledFlag } from '../evaluation/compileFlag'
import type { FlagCompiler } from '../evaluation/flagCompiler'
import { isReadable } from '../evaluation/isReadable'
import { passesRuntime } from '../isFlagServed'
import { localCohorts } from './localCohorts'

/** The definitions that server SDKs download to evaluate flags locally. See D-291. */
interface LocalEvaluation {
  flags: Record<string, unknown>[]
  /** Index, as text -> group type. */
  group_type_mapping: Record<string, string>
  /** Id, as text -> filters. An SDK asks the service about flags on a cohort that is not here. */
  cohorts: Record<string, unknown>
}

/** The stored rows that the definitions are made from. */
interface DefinitionRows {
  flags: FlagRow[]
  groupTypes: { type: string; index: number }[]
  cohorts: CohortRow[]
}

/** The functions that the definitions need. */
export interface LocalEvaluationDeps {
  compileFlag: FlagCompiler
  compileCohort: CohortCompiler
}

/** A filter on a cohort that no project has, so that an SDK leaves the condition to the service. */
const LEFT_TO_SERVICE: PropertyFilter = { key: 'id', type: 'cohort', value: -1, operator: 'in' }

/**
 * Returns the definitions of a project in the form that SDKs read. A filter on another flag names it by key, with the
 * keys of the flags to evaluate first. A condition that SDKs read differently is left to the service. See D-373.
 */
export function localEvaluation(
  { flags, groupTypes, cohorts }: DefinitionRows,
  { compileFlag, compileCohort }: LocalEvaluationDeps,
): LocalEvaluation {
  const keys = new Map(flags.map(flag => [String(flag.id), flag.key]))
  return {
    flags: flags
      .filter(flag => !flag.deleted && passesRuntime(flag, 'server'))
      .map(flag => localFlag(compileFlag(flag), keys)),
    group_type_mapping: Object.fromEntries(groupTypes.map(({ index, type }) => [String(index), type])),
    cohorts: localCohorts(cohorts, compileCohort),
  }
}

function localFlag(flag: CompiledFlag, keys: ReadonlyMap<string, string>): Record<string, unknown> {
  const { definition, conditions, isMalformed } = flag
  // Without a condition, an SDK would take the flag for off, and flags that need it to be off for on.
  if (isMalformed) return { ...definition, filters: { groups: [{ properties: [LEFT_TO_SERVICE] }] } }
  const { groups } = definition.filters
  // SDKs know neither early access nor the older form of holdouts, which come before the conditions.
  const hasOlderHoldout = flag.holdout !== undefined && !definition.filters.holdout
  if (flag.superCondition || definition.filters.feature_enrollment || hasOlderHoldout)
    return withGroups(flag, [{ properties: [LEFT_TO_SERVICE], rollout_percentage: 100 }])
  if (!groups) return { ...definition }
  return withGroups(
    flag,
    groups.map((group, index) => ({
      ...group,
      properties: isReadBySdks(group, conditions[index]!)
        ? (group.properties?.map(filter => withDependencyKey(filter, keys)) ?? [])
        : [LEFT_TO_SERVICE],
    })),
  )
}

function withGroups({ definition }: CompiledFlag, groups: FlagCondition[]): Record<string, unknown> {
  return { ...definition, filters: { ...definition.filters, groups } }
}

/** SDKs read every filter on properties from the object that the condition is about, whatever its type and value. */
function isReadBySdks({ properties }: FlagCondition, { filters, groupIndex }: CompiledCondition): boolean {
  const subject = groupIndex === undefined ? 'person' : 'group'
  const isAboutSubject = filters.every(filter => ['cohort', 'flag', subject].includes(filter.on))
  return isAboutSubject && (properties ?? []).every(isReadable)
}

function withDependencyKey(
  filter: PropertyFilter,
  keys: ReadonlyMap<string, string>,
): PropertyFilter & Record<string, unknown> {
  if (filter.type !== 'flag') return { ...filter }
  const key = keys.get(filter.key)
  return key === undefined ? { ...filter, dependency_chain: [] } : { ...filter, key, dependency_chain: [key] }
}
