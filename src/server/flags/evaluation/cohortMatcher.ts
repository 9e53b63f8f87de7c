import type { Properties } from '../../../wire/event'
import type { CohortDefinition, CohortNode } from '../../../wire/flagDefinition'
import { toText } from '../../lib/values'
import { type MatchClock, propertyTest } from './propertyMatcher'

/** Cohorts and groups inside each other; deeper ones are not looked into. */
const MAX_DEPTH = 200

/** Whether a person belongs; undefined when the cohort, or one inside it, does not exist. */
export type CohortTest = (cohortId: number) => boolean | undefined

/**
 * Answers membership for one person.
 *
 * @param staticMemberships The fixed-list cohorts that the person is in.
 * @returns A test that remembers its answers: many flags ask the same.
 */
export function cohortTest(
  cohorts: ReadonlyMap<number, CohortDefinition>,
  staticMemberships: ReadonlySet<number>,
  person: Properties,
  clock: MatchClock,
): CohortTest {
  const answers = new Map<number, boolean | undefined>()

  const belongs = (id: number, depth: number): boolean | undefined => {
    if (answers.has(id)) return answers.get(id)
    const cohort = cohorts.get(id)
    if (!cohort || depth > MAX_DEPTH) return undefined
    // Until it is answered: one that asks for itself finds nothing.
    answers.set(id, undefined)
    const answer = cohort.is_static
      ? staticMemberships.has(id)
      : cohort.filters
        ? meets(cohort.filters, depth)
        : true
    answers.set(id, answer)
    return answer
  }

  const meets = (node: CohortNode, depth: number): boolean | undefined => {
    const answer = 'values' in node ? meetsGroup(node, depth) : meetsLeaf(node, depth)
    return answer === undefined || !node.negation ? answer : !answer
  }

  /** An empty group holds. */
  const meetsGroup = (
    node: Extract<CohortNode, { values: CohortNode[] }>,
    depth: number,
  ): boolean | undefined => {
    const answers = node.values.map(value => meets(value, depth + 1))
    if (answers.includes(undefined)) return undefined
    if (answers.length === 0) return true
    return node.type === 'OR' ? answers.includes(true) : !answers.includes(false)
  }

  const meetsLeaf = (
    leaf: Exclude<CohortNode, { values: CohortNode[] }>,
    depth: number,
  ): boolean | undefined => {
    if (leaf.type !== 'cohort') return propertyTest(leaf)?.(person, clock) ?? false
    const answer = belongs(Number(toText(leaf.value)), depth + 1)
    return answer === undefined ? undefined : answer === (leaf.operator !== 'not_in')
  }

  return id => belongs(id, 0)
}
