import type { FlagDefinition, PropertyFilter } from '../../../wire/flagDefinition'
import type { CohortRow, FlagRow } from '../../store/rows'
import type { CohortCompiler } from '../evaluation/compileCohort'
import type { CompiledFlag } from '../evaluation/compileFlag'
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
 * Returns the definitions of a project in the form that SDKs read. A flag that SDKs evaluate differently is left to the
 * service. See D-373, D-730, D-755.
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
  const isCohortLocal = (id: number) => Object.hasOwn(sentCohorts, id)
  return {
    flags: served.map(flag =>
      isOff(flag) || isFlagReadBySdks(flag, isCohortLocal)
        ? { ...flag.definition }
        : leftToService(flag.definition),
    ),
    group_type_mapping: Object.fromEntries(groupTypes.map(({ index, type }) => [String(index), type])),
    cohorts: sentCohorts,
  }
}

const isOff = ({ definition, isMalformed }: CompiledFlag): boolean =>
  definition.active === false && !isMalformed

/** Returns a definition without the fields that SDKs read before the filters, or cannot read in a wrong shape. */
function leftToService({ evaluation_tags, ...definition }: FlagDefinition): Record<string, unknown> {
  return {
    ...definition,
    active: true,
    evaluation_tags: Array.isArray(evaluation_tags) ? evaluation_tags : [],
    filters: { groups: [{ properties: [LEFT_TO_SERVICE] }] },
  }
}
