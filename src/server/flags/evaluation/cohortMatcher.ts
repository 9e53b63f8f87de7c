import { type CompiledNode, MAX_DEPTH } from './compileCohort'
import type { EvaluationContext } from './evaluationContext'
import type { PropertyReader } from './propertyReader'

/**
 * Whether the person is a member. Undefined when that cannot be computed: the cohort does not exist, refers to itself or
 * has filters that cannot be read. See D-371.
 */
export type CohortMatcher = (cohortId: number) => boolean | undefined

/** Creates the membership test for the person of a request. Results are cached, because many flags share a cohort. */
export function createCohortMatcher(context: EvaluationContext, person: PropertyReader): CohortMatcher {
  const { cohorts, staticMemberships } = context
  const cache = new Map<number, boolean | undefined>()

  const isMember = (id: number, depth: number): boolean | undefined => {
    if (cache.has(id)) return cache.get(id)
    const cohort = cohorts.get(id)
    if (!cohort || depth > MAX_DEPTH) return undefined
    // A cohort that refers to itself finds this entry: it counts as unknown.
    cache.set(id, undefined)
    const result = cohort.isStatic
      ? staticMemberships.has(id)
      : cohort.root && matchesNode(cohort.root, depth)
    cache.set(id, result)
    return result
  }

  const matchesNode = (node: CompiledNode, depth: number): boolean | undefined => {
    const matches = matchesBody(node, depth)
    return matches === undefined || !node.negated ? matches : !matches
  }

  const matchesBody = (node: CompiledNode, depth: number): boolean | undefined => {
    switch (node.kind) {
      case 'property':
        return node.test(person, context)
      case 'cohort': {
        const matches = isMember(node.cohortId, depth + 1)
        return matches === undefined ? undefined : matches === node.member
      }
      case 'all':
      case 'any': {
        const results = node.nodes.map(part => matchesNode(part, depth))
        if (results.includes(undefined)) return undefined
        return node.kind === 'any' ? results.includes(true) : !results.includes(false)
      }
    }
  }

  return id => isMember(id, 0)
}
