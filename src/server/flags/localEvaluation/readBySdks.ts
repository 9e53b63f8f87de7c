import type { PropertyFilter } from '../../../wire/flagDefinition'
import { toText } from '../../lib/values'
import type { CompiledCondition, CompiledFilter, CompiledFlag } from '../evaluation/compileFlag'
import { booleanValue, propertyTest, UNREADABLE } from '../evaluation/propertyMatcher'

/**
 * Operators that SDKs and the service evaluate alike. They read texts of no number, dates and pre-releases differently, and each
 * has a pattern engine of its own.
 */
const OPERATORS = new Set([
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'is_set',
  'is_not_set',
])

/** Operators that compare whole values. Each of the others that `OPERATORS` has and that reads a value compares parts of texts. */
const EQUALITY = new Set(['exact', 'is_not'])

/** Whether SDKs evaluate a filter on properties as the service does. See D-730, D-795. */
export function isFilterReadBySdks(filter: PropertyFilter): boolean {
  const operator = filter.operator ?? 'exact'
  if (!OPERATORS.has(operator) || propertyTest(filter) === UNREADABLE) return false
  if (EQUALITY.has(operator)) return isReadAsTexts(filter.value)
  return operator.endsWith('_set') || !CASED_BEYOND_ASCII.test([filter.value].flat().map(toText).join())
}

/** The service ignores the case of A to Z in parts of texts, and older SDKs that of all letters. */
const CASED_BEYOND_ASCII = /(?![\0-\x7f])\p{Cased}/u

/** The service reads a list of booleans as one boolean, which every text but `true` equals if it is false. Older SDKs compare texts. */
function isReadAsTexts(value: unknown): boolean {
  if (Array.isArray(value) && value.length === 0) return false
  return booleanValue(value) !== false
}

/**
 * Whether SDKs of all languages and versions evaluate a flag as the service does. See D-373, D-730, D-755.
 *
 * @param isCohortLocal Whether SDKs can evaluate a cohort.
 */
export function isFlagReadBySdks(flag: CompiledFlag, isCohortLocal: (id: number) => boolean): boolean {
  const { definition, conditions, superCondition, holdout, isMalformed } = flag
  if (isMalformed) return false
  const { filters, bucketing_identifier } = definition
  // These come before the conditions. No SDK knows early access, and few know holdouts.
  if (filters.feature_enrollment || superCondition || holdout) return false
  // Older SDKs compute every rollout from the distinct id.
  if (bucketing_identifier === 'device_id') return false
  return (
    conditions.every(condition => isSubjectRead(flag, condition, isCohortLocal)) &&
    (filters.groups ?? []).every(({ properties }) => (properties ?? []).every(isReadable)) &&
    isOrderIrrelevant(flag)
  )
}

const isReadable = (filter: PropertyFilter): boolean => filter.type === 'cohort' || isFilterReadBySdks(filter)

/** SDKs read every filter, those of cohorts too, from the person or the group that the flag is about. */
function isSubjectRead(
  flag: CompiledFlag,
  { filters, groupIndex }: CompiledCondition,
  isCohortLocal: (id: number) => boolean,
): boolean {
  // Without the group of the flag, SDKs evaluate no condition, and older ones know no other subject.
  if (groupIndex !== flag.groupIndex) return false
  return filters.every((filter: CompiledFilter) => {
    switch (filter.on) {
      case 'person':
        return groupIndex === undefined
      case 'group':
        return filter.groupIndex === groupIndex
      case 'cohort':
        // Older SDKs read no operator of cohorts.
        return groupIndex === undefined && filter.member && isCohortLocal(filter.cohortId)
      // Older SDKs skip the filter. Others read the needed flag from the subject of this one, or without its continuity.
      case 'flag':
      case 'unknown':
        return false
    }
  })
}

/** Without a property, SDKs try the next condition: it must then lead to the same value as the one before. */
function isOrderIrrelevant({ definition, conditions: [first, ...others], variants }: CompiledFlag): boolean {
  if (!first || others.length === 0) return true
  if (definition.filters.early_exit) return false
  return variants.length === 0 || others.every(({ variant }) => (variant ?? '') === (first.variant ?? ''))
}
