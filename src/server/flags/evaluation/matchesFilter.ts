import type { FlagResult } from '../../../wire/flag'
import type { CohortMatcher } from './cohortMatcher'
import type { CompiledFilter } from './compileFlag'
import type { EvaluationContext } from './evaluationContext'
import type { PropertyReader } from './propertyReader'

/** The context of a request, with the results of the flags that come earlier in the evaluation order. */
export interface Evaluation {
  context: EvaluationContext
  results: ReadonlyMap<number, FlagResult>
  /** The properties of the person. */
  person: PropertyReader
  /** Index of the group type -> the properties of the group of the request. */
  groups: ReadonlyMap<number, PropertyReader>
  isInCohort: CohortMatcher
}

/**
 * Whether a filter of a condition matches.
 *
 * @param groupIndex Index of the group type that the condition is about; undefined for the person.
 * @returns Undefined when the filter refers to a cohort that does not exist.
 */
export function matchesFilter(
  filter: CompiledFilter,
  groupIndex: number | undefined,
  { context, results, person, groups, isInCohort }: Evaluation,
): boolean | undefined {
  switch (filter.on) {
    case 'person':
      // A condition about a group never reads the person. See D-622.
      return groupIndex === undefined && filter.test(person, context)
    case 'group': {
      // Without the group, each negated operator would match. See D-622.
      const group = groups.get(filter.groupIndex)
      return group !== undefined && filter.test(group, context)
    }
    case 'cohort': {
      const isMember = isInCohort(filter.cohortId)
      return isMember === undefined ? undefined : isMember === filter.member
    }
    case 'flag':
      return evaluatesTo(results.get(filter.flagId), filter.value)
    case 'unknown':
      return false
  }
}

/** `true` means enabled with any value, `false` means off, and a text means exactly that variant. */
function evaluatesTo(result: FlagResult | undefined, expected: unknown): boolean {
  if (expected === true) return result?.enabled === true
  if (expected === false) return result?.enabled !== true
  return typeof expected === 'string' && result?.enabled === true && result.variant === expected
}
