import type { PropertyFilter } from '../../../wire/flagDefinition'
import type { CompiledCondition, CompiledFilter, CompiledFlag } from '../evaluation/compileFlag'
import { propertyTest, UNREADABLE } from '../evaluation/propertyMatcher'

/** Operators that SDKs and the service evaluate alike. They read texts of no number, dates and pre-releases differently. */
const OPERATORS = new Set([
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'regex',
  'not_regex',
  'is_set',
  'is_not_set',
])

/** Whether SDKs evaluate a filter on properties as the service does. See D-730. */
export function isFilterReadBySdks(filter: PropertyFilter): boolean {
  return OPERATORS.has(filter.operator ?? 'exact') && propertyTest(filter) !== UNREADABLE
}

/**
 * Whether SDKs evaluate a flag as the service does, apart from the flags that it depends on. See D-373, D-730.
 *
 * @param isCohortLocal Whether SDKs can evaluate a cohort.
 */
export function isFlagReadBySdks(flag: CompiledFlag, isCohortLocal: (id: number) => boolean): boolean {
  const { definition, conditions, superCondition, holdout, isMalformed } = flag
  if (isMalformed || superCondition) return false
  const { filters } = definition
  // SDKs know neither early access nor the older form of holdouts, which come before the conditions.
  if (filters.feature_enrollment || (holdout && !filters.holdout)) return false
  return (
    conditions.every(condition => isSubjectRead(flag, condition, isCohortLocal)) &&
    (filters.groups ?? []).every(({ properties }) => (properties ?? []).every(isReadable)) &&
    isOrderIrrelevant(flag)
  )
}

const isReadable = (filter: PropertyFilter): boolean =>
  filter.type === 'cohort' || filter.type === 'flag' || isFilterReadBySdks(filter)

/** SDKs read every filter, those of cohorts too, from the person or the group that the condition is about. */
function isSubjectRead(
  flag: CompiledFlag,
  { filters, groupIndex }: CompiledCondition,
  isCohortLocal: (id: number) => boolean,
): boolean {
  // Without the group of the flag, SDKs evaluate no condition.
  if (flag.groupIndex !== undefined && groupIndex !== flag.groupIndex) return false
  return filters.every((filter: CompiledFilter) => {
    switch (filter.on) {
      case 'person':
        return groupIndex === undefined
      case 'group':
        return filter.groupIndex === groupIndex
      case 'cohort':
        return groupIndex === undefined && isCohortLocal(filter.cohortId)
      case 'flag':
        return true
      case 'unknown':
        return false
    }
  })
}

/** Without a property, SDKs try the next condition: it must then lead to the same value as the one before. */
function isOrderIrrelevant({ definition, conditions: [first, ...others], variants }: CompiledFlag): boolean {
  if (!first || others.length === 0) return true
  if (definition.filters.early_exit) return false
  return (
    variants.length === 0 ||
    others.every(
      ({ variant, groupIndex }) =>
        (variant ?? '') === (first.variant ?? '') && groupIndex === first.groupIndex,
    )
  )
}
