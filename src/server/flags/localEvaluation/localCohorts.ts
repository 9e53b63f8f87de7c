import type { CohortRow } from '../../store/rows'
import { type CohortCompiler, type CompiledNode, MAX_DEPTH } from '../evaluation/compileCohort'
import { isFilterReadBySdks } from './readBySdks'

/**
 * Returns the filters of the cohorts that SDKs evaluate as the service does, by id as text.
 *
 * Left out are static cohorts and unreadable ones, which SDKs take for everyone, negated or mixed groups and operators
 * that they read differently, and cohorts that refer to one of these or to themselves. See D-373, D-730, D-755.
 */
export function localCohorts(rows: CohortRow[], compileCohort: CohortCompiler): Record<string, unknown> {
  const roots = new Map(rows.map(row => [row.id, compileCohort(row).root]))
  const results = new Map<number, boolean>()

  const isLocal = (id: number, depth = 0): boolean => {
    const known = results.get(id)
    if (known !== undefined) return known
    // The service cannot compute a longer chain either.
    if (depth > MAX_DEPTH) return false
    // A cohort that refers to itself finds this entry.
    results.set(id, false)
    const root = roots.get(id)
    const result =
      root !== undefined && isReadGroup(root) && referencedIds(root).every(next => isLocal(next, depth + 1))
    results.set(id, result)
    return result
  }

  return Object.fromEntries(rows.filter(({ id }) => isLocal(id)).map(row => [String(row.id), row.filters]))
}

/** Whether SDKs read a node as a group: without negation, of groups alone or of filters alone. */
function isReadGroup(node: CompiledNode): boolean {
  if ((node.kind !== 'all' && node.kind !== 'any') || node.negated) return false
  const isGroup = (part: CompiledNode) => part.kind === 'all' || part.kind === 'any'
  return node.nodes.some(isGroup) ? node.nodes.every(isReadGroup) : node.nodes.every(isReadFilter)
}

/** Older SDKs read no operator of cohorts. */
function isReadFilter(part: CompiledNode): boolean {
  return part.kind === 'property' ? isFilterReadBySdks(part.filter) : part.kind === 'cohort' && part.member
}

function referencedIds(node: CompiledNode): number[] {
  if (node.kind === 'cohort') return [node.cohortId]
  return node.kind === 'property' ? [] : node.nodes.flatMap(referencedIds)
}
