import type { CohortRow } from '../../store/rows'
import type { CompiledFlag } from '../evaluation/compileFlag'
import { evaluationOrder } from '../evaluation/evaluationOrder'
import { isReadable } from '../evaluation/isReadable'

/** Returns why the filters of a flag match nobody, or ignore what they say. See D-593, D-706. */
export function filterError({
  definition,
  variants,
  isMalformed,
  hasUnknownOperator,
}: CompiledFlag): string | undefined {
  if (isMalformed) return 'The filters have the wrong shape.'
  if (hasUnknownOperator) return 'A filter has an unknown operator or type, or lacks its group type.'
  const { groups, super_groups } = definition.filters
  const conditions = [...(groups ?? []), ...(super_groups ?? [])]
  if (!conditions.every(({ properties }) => (properties ?? []).every(isReadable)))
    return 'A filter has a value that its operator cannot read.'
  const keys = new Set(variants.map(({ key }) => key))
  return conditions.every(({ variant }) => !variant || keys.has(variant))
    ? undefined
    : 'A condition names a variant that the flag does not have.'
}

/** Returns why a flag cannot be computed with the other flags of its project, and with its cohorts. */
export function referenceError(
  flag: CompiledFlag,
  { others, cohorts }: { others: CompiledFlag[]; cohorts: CohortRow[] },
): string | undefined {
  const cohortIds = new Set(cohorts.map(({ id }) => id))
  const conditions = [...flag.conditions, ...(flag.superCondition ? [flag.superCondition] : [])]
  const filters = conditions.flatMap(condition => condition.filters)
  if (filters.some(filter => filter.on === 'cohort' && !cohortIds.has(filter.cohortId)))
    return 'A filter names a cohort that does not exist.'
  const { id } = flag.definition
  const { missing, cyclic } = evaluationOrder([...others, flag])
  if (missing.has(id)) return 'A filter names a flag that does not exist.'
  return cyclic.has(id) ? 'The flag would depend on itself.' : undefined
}
