import type { FlagDefinition, PropertyFilter } from '../../../wire/flagDefinition'
import type { CohortRow, FlagRow } from '../../store/rows'
import type { CohortCompiler } from '../evaluation/compileCohort'
import type { CompiledFlag } from '../evaluation/compileFlag'
import { evaluationOrder } from '../evaluation/evaluationOrder'
import type { FlagCompiler } from '../evaluation/flagCompiler'
import { isFlagServed } from '../isFlagServed'
import { localCohorts } from './localCohorts'
import { isFlagReadBySdks } from './readBySdks'

/** The definitions that server SDKs download to evaluate flags locally. See D-291. */
interface LocalEvaluation {
  flags: Record<string, unknown>[]
  /** Index, as text -> group type. */
  group_type_mapping: Record<string, string>
  /** Id, as text -> filters. */
  cohorts: Record<string, unknown>
}

/** The stored rows that the definitions are made from, and the option that selects flags. */
interface DefinitionInput {
  flags: FlagRow[]
  groupTypes: { type: string; index: number }[]
  cohorts: CohortRow[]
  /** Whether a request without environments receives no tagged flags. See D-281. */
  strictTags: boolean
}

/** The functions that the definitions need. */
export interface LocalEvaluationDeps {
  compileFlag: FlagCompiler
  compileCohort: CohortCompiler
}

/** A filter on a cohort that no project has: an SDK that finds one asks the service for the flag. */
const LEFT_TO_SERVICE: PropertyFilter = { key: 'id', type: 'cohort', value: -1, operator: 'in' }

/**
 * Returns the definitions of a project in the form that SDKs read. A filter on another flag names it by key, with the
 * keys of the flags to evaluate first. A flag that SDKs evaluate differently is left to the service. See D-373, D-730.
 */
export function localEvaluation(
  { flags, groupTypes, cohorts, strictTags }: DefinitionInput,
  { compileFlag, compileCohort }: LocalEvaluationDeps,
): LocalEvaluation {
  const selection = {
    runtime: 'server',
    environments: new Set<string>(),
    strictTags,
    keys: undefined,
    surveysOnly: false,
  } as const
  const served = flags.filter(flag => flag.deleted !== true && isFlagServed(flag, selection)).map(compileFlag)
  const sentCohorts = localCohorts(cohorts, compileCohort)
  const local = localFlags(served, id => Object.hasOwn(sentCohorts, id))
  const keys = new Map(served.map(({ definition }) => [String(definition.id), definition.key]))
  return {
    flags: served.map(flag =>
      local.has(flag.definition.id) ? withDependencyKeys(flag, keys) : leftToService(flag.definition),
    ),
    group_type_mapping: Object.fromEntries(groupTypes.map(({ index, type }) => [String(index), type])),
    cohorts: sentCohorts,
  }
}

/** Returns the ids of the flags that SDKs evaluate as the service does, together with all flags that they depend on. */
function localFlags(flags: CompiledFlag[], isCohortLocal: (id: number) => boolean): Set<number> {
  const ids = new Set<number>()
  // Flags that depend on themselves are not in the order: SDKs would never finish.
  for (const flag of evaluationOrder(flags).ordered) {
    const isRead = isFlagReadBySdks(flag, isCohortLocal) && flag.dependsOn.every(id => ids.has(id))
    const isOff = flag.definition.active === false && !flag.isMalformed
    if (isRead || isOff) ids.add(flag.definition.id)
  }
  return ids
}

/** Returns a definition without the fields that SDKs read before the filters, or cannot read in a wrong shape. */
function leftToService({ evaluation_tags, ...definition }: FlagDefinition): Record<string, unknown> {
  return {
    ...definition,
    active: true,
    evaluation_tags: Array.isArray(evaluation_tags) ? evaluation_tags : [],
    filters: { groups: [{ properties: [LEFT_TO_SERVICE] }] },
  }
}

function withDependencyKeys(
  { definition, dependsOn }: CompiledFlag,
  keys: ReadonlyMap<string, string>,
): Record<string, unknown> {
  if (dependsOn.length === 0) return { ...definition }
  const groups = definition.filters.groups?.map(group => ({
    ...group,
    properties: group.properties?.map(filter => {
      const key = filter.type === 'flag' ? keys.get(String(Number(filter.key))) : undefined
      return key === undefined ? filter : { ...filter, key, dependency_chain: [key] }
    }),
  }))
  return { ...definition, filters: { ...definition.filters, groups } }
}
