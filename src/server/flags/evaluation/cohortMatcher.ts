import type { CohortDefinition, CohortNode } from '../../../wire/flagDefinition'
import { toText } from '../../lib/values'
import type { EvaluationContext } from './evaluationContext'
import { propertyMatcher } from './propertyMatcher'

type CohortGroup = Extract<CohortNode, { values: CohortNode[] }>
type CohortFilter = Exclude<CohortNode, { values: CohortNode[] }>

/** Maximum nesting of cohorts and groups. */
const MAX_DEPTH = 200

/** Whether the person is a member; undefined when the cohort, or one that it refers to, does not exist. */
export type CohortMatcher = (cohortId: number) => boolean | undefined

/** Creates the membership test for the person of a request. Results are cached, because many flags share a cohort. */
export function createCohortMatcher(context: EvaluationContext): CohortMatcher {
  const { cohorts, staticMemberships, person } = context
  const cache = new Map<number, boolean | undefined>()

  const isMember = (id: number, depth: number): boolean | undefined => {
    if (cache.has(id)) return cache.get(id)
    const cohort = cohorts.get(id)
    if (!cohort || depth > MAX_DEPTH) return undefined
    // A cohort that refers to itself finds this entry: it counts as unknown.
    cache.set(id, undefined)
    const result = cohort.is_static ? staticMemberships.has(id) : matchesFilters(cohort, depth)
    cache.set(id, result)
    return result
  }

  /** A cohort without filters has everyone as a member. */
  const matchesFilters = ({ filters }: CohortDefinition, depth: number): boolean | undefined =>
    filters ? matchesNode(filters, depth) : true

  const matchesNode = (node: CohortNode, depth: number): boolean | undefined => {
    const matches = 'values' in node ? matchesGroup(node, depth) : matchesFilter(node, depth)
    return matches === undefined || !node.negation ? matches : !matches
  }

  /** An empty group matches. */
  const matchesGroup = ({ type, values }: CohortGroup, depth: number): boolean | undefined => {
    const results = values.map(value => matchesNode(value, depth + 1))
    if (results.includes(undefined)) return undefined
    if (results.length === 0) return true
    return type === 'OR' ? results.includes(true) : !results.includes(false)
  }

  const matchesFilter = (filter: CohortFilter, depth: number): boolean | undefined => {
    if (filter.type !== 'cohort') return propertyMatcher(filter)?.(person, context) ?? false
    const matches = isMember(Number(toText(filter.value)), depth + 1)
    return matches === undefined ? undefined : matches === (filter.operator !== 'not_in')
  }

  return id => isMember(id, 0)
}
