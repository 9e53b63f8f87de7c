import type { FlagCondition, FlagFilters } from '../../wire/flagDefinition'
import { isObject } from '../lib/values'
import { MAX_DEPTH } from './evaluation/compileCohort'
import { conditionShape, filterShape, filtersShape } from './evaluation/compileFlag'

const FILTERS = new Set(Object.keys(filtersShape.shape))

const VARIANT = new Set(['key', 'name', 'rollout_percentage'])

/** With the fields that the pages of the hosted service store. */
const CONDITION = new Set([...Object.keys(conditionShape.shape), 'description', 'sort_key', 'users_affected'])

/** With those that the definitions for SDKs have, and those that pages store. */
const FILTER = new Set([
  ...Object.keys(filterShape.shape),
  'value',
  'label',
  'cohort_name',
  'dependency_chain',
])

type Path = (string | number)[]

/**
 * Returns the paths of the fields of filters that evaluation does not read. A misspelt one may mean everyone, or the opposite:
 * conditions without `properties`, a filter without `operator`. See D-706.
 *
 * @param filters In the shape that evaluation needs.
 */
export function unknownFields({ groups, super_groups, multivariate, ...filters }: FlagFilters): Path[] {
  return [
    ...unknownIn(filters, FILTERS),
    ...inList(['groups'], groups, unknownInCondition),
    ...inList(['super_groups'], super_groups, unknownInCondition),
    ...inList(['multivariate', 'variants'], multivariate?.variants, variant => unknownIn(variant, VARIANT)),
  ]
}

const unknownInCondition = (condition: FlagCondition): Path[] => [
  ...unknownIn(condition, CONDITION),
  ...inList(['properties'], condition.properties, filter => unknownIn(filter, FILTER)),
]

const unknownIn = (object: object, known: ReadonlySet<string>): Path[] =>
  Object.keys(object).flatMap(name => (known.has(name) ? [] : [[name]]))

const inList = <T>(name: Path, list: T[] | null | undefined, pathsOf: (item: T) => Path[]): Path[] =>
  (list ?? []).flatMap((item, index) => pathsOf(item).map(path => [...name, index, ...path]))

const COHORT_GROUP = new Set(['type', 'values', 'operator', 'negation'])

/** With those that the hosted service stores. */
const COHORT_FILTER = new Set([
  'key',
  'type',
  'value',
  'operator',
  'negation',
  'label',
  'cohort_name',
  'bytecode',
  'conditionHash',
])

/** Returns the paths of the fields of cohort filters that evaluation does not read: a misspelt one may mean the opposite. See D-814. */
export function unknownCohortFields(node: unknown, depth = 0): Path[] {
  // Deeper ones, filters on other things than persons and cohorts, and what is no filter fail the flag.
  if (!isObject(node) || depth > MAX_DEPTH) return []
  if (Array.isArray(node['values']))
    return [
      ...unknownIn(node, COHORT_GROUP),
      ...inList(['values'], node['values'], item => unknownCohortFields(item, depth + 1)),
    ]
  const isFilter = 'key' in node && ['person', 'cohort'].includes(String(node['type'] ?? 'person'))
  return isFilter ? unknownIn(node, COHORT_FILTER) : []
}
