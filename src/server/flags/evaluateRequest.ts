import { DISTINCT_ID_MAX_LENGTH } from '../../wire/event'
import type { FlagResult } from '../../wire/flag'
import { invalidInput } from '../http/reply'
import type { RequestContext } from '../http/requestContext'
import { truncate } from '../lib/truncate'
import type { ProjectRow } from '../store/rows'
import type { RowLimit } from './createRowLimit'
import type { CohortCompiler } from './evaluation/compileCohort'
import type { CompiledFlag } from './evaluation/compileFlag'
import { evaluateFlags } from './evaluation/evaluateFlags'
import type { FlagCompiler } from './evaluation/flagCompiler'
import type { FlagsHost } from './host'
import { type FlagSelection, isFlagOff, isFlagServed } from './isFlagServed'
import { requestRuntime } from './requestRuntime'
import type { ParsedFlagsRequest } from './schema'
import { withEvaluationContext } from './withEvaluationContext'

/** The functions that evaluating a request needs, apart from the service. */
export interface FlagsDeps extends FlagsHost {
  compileFlag: FlagCompiler
  compileCohort: CohortCompiler
  /** Runs what holds the rows of persons and groups. */
  limitRows: RowLimit
}

/** A parsed request for flags. */
interface EvaluationRequest {
  project: ProjectRow
  flagsRequest: ParsedFlagsRequest
}

/**
 * Evaluates the flags that a request may receive. With `surveysOnly`, those of surveys alone.
 *
 * @throws HttpError 400 when the request names no distinct id.
 */
export async function evaluateRequest(
  deps: FlagsDeps,
  context: RequestContext,
  { project, flagsRequest, surveysOnly }: EvaluationRequest & { surveysOnly: boolean },
): Promise<FlagResult[]> {
  if (flagsRequest.isDisabled) return []
  const { service, request } = context
  const selection: FlagSelection = {
    runtime: requestRuntime(request.header, flagsRequest.runtime),
    environments: new Set(flagsRequest.environments),
    strictTags: service.options.strictTags ?? false,
    keys: flagsRequest.keys && new Set(flagsRequest.keys),
    surveysOnly,
  }
  return evaluateSelection(deps, context, { project, flagsRequest, selection })
}

/**
 * Evaluates the active flags of a selection.
 *
 * @throws HttpError 400 when the request names no distinct id.
 */
export async function evaluateSelection(
  deps: FlagsDeps,
  context: RequestContext,
  { project, flagsRequest, selection }: EvaluationRequest & { selection: FlagSelection },
): Promise<FlagResult[]> {
  const distinctId = requireDistinctId(flagsRequest)
  const { service } = context
  await deps.advanceSchedules(service, project.id)
  const rows = await service.store.find('flags', { where: { project_id: project.id } })
  const flags = rows.filter(row => !isFlagOff(row)).map(deps.compileFlag)
  const served = flags.filter(flag => isFlagServed(flag.definition, selection))
  if (served.length === 0) return []

  // Dependencies need not be selected by key. A flag that the request may not receive is off for its dependents.
  const visibility = { ...selection, keys: undefined, surveysOnly: false }
  const evaluated = withDependencies(served, flags).filter(flag => isFlagServed(flag.definition, visibility))
  const evaluatedIds = new Set(evaluated.map(flag => flag.definition.id))
  const inactiveIds = new Set(rows.map(row => row.id).filter(id => !evaluatedIds.has(id)))
  const { compileCohort, limitRows } = deps
  const results = await withEvaluationContext(
    context,
    { project, flagsRequest, distinctId, flags: evaluated, compileCohort, limitRows },
    evaluationContext => evaluateFlags(evaluated, inactiveIds, evaluationContext),
  )
  return served.map(flag => results.get(flag.definition.id)!)
}

function requireDistinctId({ distinctId }: ParsedFlagsRequest): string {
  if (distinctId !== undefined) return truncate(distinctId, DISTINCT_ID_MAX_LENGTH)
  const detail = 'The distinct_id field is missing from the request. Please include a valid identifier.'
  throw invalidInput(detail, 'distinct_id', 'required')
}

/** Adds the flags that the served ones depend on, directly or not. */
function withDependencies(served: CompiledFlag[], all: CompiledFlag[]): CompiledFlag[] {
  if (served.length === all.length || served.every(flag => flag.dependsOn.length === 0)) return served
  const byId = new Map(all.map(flag => [flag.definition.id, flag]))
  const needed = new Set(served)
  for (const flag of needed) {
    for (const id of flag.dependsOn) {
      const dependency = byId.get(id)
      if (dependency) needed.add(dependency)
    }
  }
  return [...needed]
}
