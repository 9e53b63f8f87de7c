import { z } from 'zod'
import type { CohortDefinition, PropertyFilter } from '../../../wire/flagDefinition'
import { isObject, toText } from '../../lib/values'
import { cohortMembership } from './cohortMembership'
import { type PropertyTest, propertyTest, UNREADABLE } from './propertyMatcher'

type NodeBody =
  | { kind: 'all' | 'any'; nodes: CompiledNode[] }
  | { kind: 'property'; filter: PropertyFilter; test: PropertyTest }
  | { kind: 'cohort'; cohortId: number; member: boolean }

/** A compiled part of a cohort. `negated` inverts its result. */
export type CompiledNode = NodeBody & { negated: boolean }

/** A compiled cohort. `root` is undefined for a static or deleted cohort, and for one of a wrong shape. See D-371, D-622, D-731. */
export interface CompiledCohort {
  isStatic: boolean
  root: CompiledNode | undefined
}

/** Returns a cohort in its compiled form. */
export type CohortCompiler = (cohort: CohortDefinition) => CompiledCohort

/** Maximum nesting of the groups of one cohort, and number of cohorts that refer to each other. */
export const MAX_DEPTH = 200

/** Creates a compiler that caches by definition. A cohort that changes gets a new one. */
export function createCohortCompiler(): CohortCompiler {
  const cache = new WeakMap<CohortDefinition, CompiledCohort>()
  return cohort => {
    const cached = cache.get(cohort)
    if (cached) return cached
    const compiled = compileCohort(cohort)
    cache.set(cohort, compiled)
    return compiled
  }
}

/** The fields outside of the filters whose wrong shape could include everyone. */
const cohortShape = z.looseObject({
  is_static: z.boolean().nullish(),
  deleted: z.literal(false).nullish(),
  distinct_ids: z.array(z.string()).nullish(),
})

function compileCohort(cohort: CohortDefinition): CompiledCohort {
  if (!cohortShape.safeParse(cohort).success) return { isStatic: false, root: undefined }
  return cohort.is_static
    ? { isStatic: true, root: undefined }
    : { isStatic: false, root: compileNode(cohort.filters, 0) }
}

/** Returns undefined when any part has a wrong shape: what is left could include everyone. */
function compileNode(node: unknown, depth: number): CompiledNode | undefined {
  if (!isObject(node) || depth > MAX_DEPTH) return undefined
  if (!['boolean', 'undefined'].includes(typeof (node['negation'] ?? undefined))) return undefined
  const negated = node['negation'] === true
  const body = 'values' in node ? compileGroup(node, depth) : compileFilter(node)
  return body && { ...body, negated }
}

function compileGroup(node: Record<string, unknown>, depth: number): NodeBody | undefined {
  const { type, values } = node
  // Filters have an operator, and that of a group might mean the opposite.
  if ((node['operator'] ?? undefined) !== undefined) return undefined
  if ((type !== 'AND' && type !== 'OR') || !Array.isArray(values) || values.length === 0) return undefined
  const nodes = values.map(value => compileNode(value, depth + 1))
  return nodes.every(node => node !== undefined) ? { kind: type === 'AND' ? 'all' : 'any', nodes } : undefined
}

function compileFilter(node: Record<string, unknown>): NodeBody | undefined {
  const { key, type, value } = node
  const operator = node['operator'] ?? undefined
  if (typeof key !== 'string' || key === '' || (operator !== undefined && typeof operator !== 'string'))
    return undefined
  switch (type ?? 'person') {
    case 'cohort': {
      const member = cohortMembership(operator)
      return member === undefined ? undefined : { kind: 'cohort', cohortId: Number(toText(value)), member }
    }
    case 'person': {
      const filter = { key, operator, value }
      const test = propertyTest(filter)
      return test && test !== UNREADABLE ? { kind: 'property', filter, test } : undefined
    }
    default:
      return undefined
  }
}
