import type { Properties } from '../../../wire/event'
import type { CohortDefinition, CohortNode } from '../../../wire/flagDefinition'
import { toText } from '../../lib/values'
import { type MatchClock, propertyMatcher } from './propertyMatcher'

/** Cohorts and groups inside each other; deeper ones are not looked into. */
const MAX_DEPTH = 200

/** Whether a person belongs; undefined when the cohort, or one inside it, does not exist. */
export type CohortMatcher = (cohortId: number) => boolean | undefined

/**
 * Answers membership for one person.
 *
 * @param staticMemberships The fixed-list cohorts that the person is in.
 * @returns A test that remembers its answers: many flags ask the same.
 */
export function cohortMatcher(
  cohorts: ReadonlyMap<number, CohortDefinition>,
  staticMemberships: ReadonlySet<number>,
  person: Properties,
  clock: MatchClock,
): CohortMatcher {
  const results = new Map<number, boolean | undefined>()

  const isMember = (id: number, depth: number): boolean | undefined => {
    if (results.has(id)) return results.get(id)
    const cohort = cohorts.get(id)
    if (!cohort || depth > MAX_DEPTH) return undefined
    // Until it is answered: one that asks for itself finds nothing.
    results.set(id, undefined)
    const matches = cohort.is_static
      ? staticMemberships.has(id)
      : cohort.filters
        ? matchesNode(cohort.filters, depth)
        : true
    results.set(id, matches)
    return matches
  }

  const matchesNode = (node: CohortNode, depth: number): boolean | undefined => {
    const matches = 'values' in node ? matchesGroup(node, depth) : matchesFilter(node, depth)
    return matches === undefined || !node.negation ? matches : !matches
  }

  /** An empty group holds. */
  const matchesGroup = (
    node: Extract<CohortNode, { values: CohortNode[] }>,
    depth: number,
  ): boolean | undefined => {
    const results = node.values.map(value => matchesNode(value, depth + 1))
    if (results.includes(undefined)) return undefined
    if (results.length === 0) return true
    return node.type === 'OR' ? results.includes(true) : !results.includes(false)
  }

  const matchesFilter = (
    filter: Exclude<CohortNode, { values: CohortNode[] }>,
    depth: number,
  ): boolean | undefined => {
    if (filter.type !== 'cohort') return propertyMatcher(filter)?.(person, clock) ?? false
    const matches = isMember(Number(toText(filter.value)), depth + 1)
    return matches === undefined ? undefined : matches === (filter.operator !== 'not_in')
  }

  return id => isMember(id, 0)
}
