import type { Properties } from '../../../wire/event'
import type { PropertyFilter } from '../../../wire/flagDefinition'
import { absoluteDate, relativeDate } from '../../lib/dates'
import { asciiLower, ownProperty, toNumber, toText } from '../../lib/values'
import { compilePattern, type Step } from '../pattern/compilePattern'
import { matchesPattern } from '../pattern/matchesPattern'
import { semverMatches } from './matchesSemver'

/** What operators need beyond the two values. */
export interface MatchClock {
  /** Epoch ms. */
  now: number
  /** IANA name. */
  timeZone: string
}

/** Tests a set of properties; made once for each filter of a flag. */
export type PropertyTest = (properties: Properties, clock: MatchClock) => boolean

type Comparison = (property: unknown, clock: MatchClock) => boolean

/** What an operator answers when the person lacks the property, and how it prepares its filter value. */
interface Operator {
  absent: boolean
  prepare: (value: unknown, operator: string) => Comparison
}

/**
 * Prepares one filter on properties.
 *
 * A filter that cannot match (a bad number, bounds the wrong way round, an
 * invalid pattern) is a test that answers false: it never spoils its flag.
 *
 * @returns Undefined for an operator that nobody knows. DECISIONS, "Operators".
 */
export function propertyTest(filter: PropertyFilter): PropertyTest | undefined {
  const name = filter.operator ?? 'exact'
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
  if (!operator) return undefined
  const needsValue = name !== 'is_set' && name !== 'is_not_set'
  if (needsValue && filter.value === undefined) return () => false
  const compare = operator.prepare(filter.value, name)
  return (properties, clock) =>
    Object.hasOwn(properties, filter.key)
      ? compare(ownProperty(properties, filter.key), clock)
      : operator.absent
}

const NEVER: Comparison = () => false

const opposite = (operator: Operator): Operator => ({
  absent: !operator.absent,
  prepare: (value, name) => {
    const compare = operator.prepare(value, name)
    return (property, clock) => !compare(property, clock)
  },
})

const exact: Operator = {
  absent: false,
  prepare: value => {
    const truth = truthOf(value)
    if (truth !== undefined) return property => isTrue(property) === truth
    const wanted = new Set((Array.isArray(value) ? value : [value]).map(one => toText(one).toLowerCase()))
    return property => wanted.has(toText(property).toLowerCase())
  },
}

/** A filter made of booleans and their words alone, as one boolean; an empty list counts as true. */
function truthOf(value: unknown): boolean | undefined {
  const values = Array.isArray(value) ? value : [value]
  const words = values.map(one => toText(one).toLowerCase())
  if (!words.every(word => word === 'true' || word === 'false')) return undefined
  return words.every(word => word === 'true')
}

function isTrue(property: unknown): boolean {
  return Array.isArray(property)
    ? property.every(one => toText(one).toLowerCase() === 'true')
    : toText(property).toLowerCase() === 'true'
}

/** An operator on text that ignores the case of A to Z. */
const onText = (found: (text: string, wanted: string) => boolean): Operator => ({
  absent: false,
  prepare: value => {
    const wanted = asciiLower(toText(value))
    return property => found(asciiLower(toText(property)), wanted)
  },
})

const contains = onText((text, wanted) => text.includes(wanted))
const startsWith = onText((text, wanted) => text.startsWith(wanted))
const endsWith = onText((text, wanted) => text.endsWith(wanted))

const containsAny: Operator = {
  absent: false,
  prepare: value => {
    const wanted = (Array.isArray(value) ? value : [value]).map(one => asciiLower(toText(one)))
    return property => wanted.some(one => asciiLower(toText(property)).includes(one))
  },
}

const regex = (wanted: boolean): Operator => ({
  absent: !wanted,
  prepare: value => {
    let program: Step[] | undefined | null = null
    // Compiled when first asked: most requests miss an earlier filter.
    return property => {
      if (program === null) program = compilePattern(toText(value))
      // Invalid, or too large to try: no match for both forms of the operator.
      return program !== undefined && matchesPattern(program, toText(property)) === wanted
    }
  },
})

const onNumbers = (holds: (property: number, wanted: number) => boolean): Operator => ({
  absent: false,
  prepare: value => {
    const wanted = toNumber(value)
    if (wanted === undefined) return NEVER
    return property => {
      const number = toNumber(property)
      return number !== undefined && holds(number, wanted)
    }
  },
})

const between = (wanted: boolean): Operator => ({
  absent: !wanted,
  prepare: value => {
    const bounds = Array.isArray(value) && value.length === 2 ? value.map(toNumber) : []
    const [min, max] = bounds
    if (min === undefined || max === undefined || !(min <= max)) return NEVER
    return property => {
      const number = toNumber(property)
      if (number === undefined || Number.isNaN(number)) return false
      return (number >= min && number <= max) === wanted
    }
  },
})

const presence = (wanted: boolean): Operator => ({ absent: !wanted, prepare: () => () => wanted })

const onDates = (holds: (property: number, wanted: number) => boolean): Operator => ({
  absent: false,
  prepare: value => {
    if (typeof value !== 'string') return NEVER
    return (property, clock) => {
      const wanted = relativeDate(value, clock.now) ?? absoluteDate(value, clock.timeZone)
      const moment = momentOf(property, clock.timeZone)
      return wanted !== undefined && moment !== undefined && holds(moment, wanted)
    }
  },
})

/** A number, or text that is one, counts seconds. */
function momentOf(property: unknown, timeZone: string): number | undefined {
  const seconds = toNumber(property)
  if (seconds !== undefined) return Number.isFinite(seconds) ? seconds * 1000 : undefined
  return typeof property === 'string' ? absoluteDate(property, timeZone) : undefined
}

const semver: Operator = {
  absent: false,
  prepare: (value, name) => property => semverMatches(name, toText(value), toText(property)),
}

const OPERATORS: Record<string, Operator> = {
  exact,
  is_not: opposite(exact),
  icontains: contains,
  not_icontains: opposite(contains),
  icontains_multi: containsAny,
  not_icontains_multi: opposite(containsAny),
  starts_with: startsWith,
  not_starts_with: opposite(startsWith),
  ends_with: endsWith,
  not_ends_with: opposite(endsWith),
  regex: regex(true),
  not_regex: regex(false),
  gt: onNumbers((property, wanted) => property > wanted),
  gte: onNumbers((property, wanted) => property >= wanted),
  lt: onNumbers((property, wanted) => property < wanted),
  lte: onNumbers((property, wanted) => property <= wanted),
  between: between(true),
  not_between: between(false),
  is_set: presence(true),
  is_not_set: presence(false),
  is_date_before: onDates((property, wanted) => property < wanted),
  is_date_after: onDates((property, wanted) => property > wanted),
  is_date_exact: onDates((property, wanted) => property === wanted),
  semver_eq: semver,
  semver_neq: semver,
  semver_gt: semver,
  semver_gte: semver,
  semver_lt: semver,
  semver_lte: semver,
  semver_tilde: semver,
  semver_caret: semver,
  semver_wildcard: semver,
}
