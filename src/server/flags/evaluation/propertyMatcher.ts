import type { PropertyFilter } from '../../../wire/flagDefinition'
import { absoluteDate, relativeDate } from '../../lib/dates'
import { asciiLower, toNumber, toText } from '../../lib/values'
import { compilePattern } from '../pattern/compilePattern'
import { matchesPattern } from '../pattern/matchesPattern'
import { matchesSemver } from './matchesSemver'
import type { PropertyReader, PropertyValue, TextBudget } from './propertyReader'

/** The time and time zone that date operators need. */
export interface MatchClock {
  /** Epoch ms. */
  now: number
  /** IANA name; dates without an offset are read in it. */
  timeZone: string
}

/** Whether a set of properties matches. Created once per filter of a flag. */
export type PropertyMatcher = (properties: PropertyReader, clock: MatchClock) => boolean

/** As `PropertyMatcher`, but undefined when the comparison cannot be made. */
export type PropertyTest = (properties: PropertyReader, clock: MatchClock) => boolean | undefined

/** Returns undefined for a property that is too long, and when the text operators of the request have looked at too much. */
type Comparison = (property: PropertyValue, clock: MatchClock) => boolean | undefined

/** An operator: its result for a missing property, and the comparison that it prepares from the filter value. */
interface Operator {
  absent: boolean
  /** Whether the value may be a list. Other operators read one value. */
  takesList?: boolean
  /** Returns undefined for a value that the operator cannot read. */
  prepare: (value: unknown, operator: string) => Comparison | undefined
}

/** The test of a filter whose value its operator cannot read. It matches nobody, whatever the operator. See D-372. */
export const UNREADABLE: PropertyTest = () => undefined

/**
 * Compiles a filter on properties.
 *
 * A filter that cannot match, such as one with an invalid number or pattern, becomes a test that returns false: it does
 * not fail its flag.
 *
 * @returns Undefined for an unknown operator. See D-269.
 */
export function propertyMatcher(filter: PropertyFilter): PropertyMatcher | undefined {
  const test = propertyTest(filter)
  return test && ((properties, clock) => test(properties, clock) ?? false)
}

/** Compiles a filter for a reader that negates: what cannot be compared must not match when negated either. */
export function propertyTest(filter: PropertyFilter): PropertyTest | undefined {
  const name = filter.operator ?? 'exact'
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name]! : undefined
  if (!operator) return undefined
  const compare = hasReadableValue(filter.value, name, operator)
    ? operator.prepare(filter.value, name)
    : undefined
  if (!compare) return UNREADABLE
  return (properties, clock) => {
    const property = properties(filter.key)
    return property ? compare(property, clock) : operator.absent
  }
}

/** Whether a filter value has a shape that its operator reads. See D-372. */
function hasReadableValue(value: unknown, name: string, { takesList = false }: Operator): boolean {
  if (name === 'is_set' || name === 'is_not_set') return true
  if (!Array.isArray(value)) return isScalar(value)
  // SDKs read an empty list of `exact` as true.
  return takesList && (value.length > 0 || name === 'exact') && value.every(isScalar)
}

const isScalar = (value: unknown): boolean => value !== undefined && typeof value !== 'object'

const negated = (operator: Operator): Operator => ({
  ...operator,
  absent: !operator.absent,
  prepare: (value, name) => {
    const compare = operator.prepare(value, name)
    if (!compare) return undefined
    return (property, clock) => {
      const matches = compare(property, clock)
      return matches === undefined ? undefined : !matches
    }
  },
})

const exact: Operator = {
  absent: false,
  takesList: true,
  prepare: value => {
    const boolean = booleanValue(value)
    if (boolean !== undefined) return property => property.isTrue() === boolean
    const expected = new Set((Array.isArray(value) ? value : [value]).map(item => toText(item).toLowerCase()))
    return property => {
      const text = property.lowerText()
      return text === undefined ? undefined : expected.has(text)
    }
  },
}

/** Reads a filter value of booleans, or of texts of booleans, as one boolean. An empty list is true. */
export function booleanValue(value: unknown): boolean | undefined {
  const values = Array.isArray(value) ? value : [value]
  const texts = values.map(item => toText(item).toLowerCase())
  if (!texts.every(text => text === 'true' || text === 'false')) return undefined
  return texts.every(text => text === 'true')
}

/** Creates an operator on text that ignores the case of A to Z. */
const textOperator = (compare: (text: string, expected: string) => boolean, takesList = false): Operator => ({
  absent: false,
  takesList,
  prepare: value => {
    const expected = (Array.isArray(value) ? value : [value]).map(item => asciiLower(toText(item)))
    return property => {
      const text = property.asciiLowerText()
      if (text === undefined || !spend(property.budget, text.length * expected.length)) return undefined
      return expected.some(item => compare(text, item))
    }
  },
})

/** Takes work off the budget of a request. Returns whether that much was left. */
function spend(budget: TextBudget, work: number): boolean {
  if (work > budget.left) return false
  budget.left -= work
  return true
}

const contains = textOperator((text, expected) => text.includes(expected))
const containsAny = textOperator((text, expected) => text.includes(expected), true)
const startsWith = textOperator((text, expected) => text.startsWith(expected))
const endsWith = textOperator((text, expected) => text.endsWith(expected))

const regex: Operator = {
  absent: false,
  prepare: value => {
    // An invalid pattern, or one too large for the text, matches for neither form of the operator.
    const program = compilePattern(toText(value))
    if (!program) return undefined
    return property => {
      const text = property.text()
      return text === undefined ? undefined : matchesPattern(program, text, property.budget)
    }
  },
}

const numberOperator = (compare: (property: number, expected: number) => boolean): Operator => ({
  absent: false,
  prepare: value => {
    const expected = toNumber(value)
    if (expected === undefined) return undefined
    return property => {
      const number = property.number()
      return number !== undefined && compare(number, expected)
    }
  },
})

const between = (expected: boolean): Operator => ({
  absent: !expected,
  takesList: true,
  prepare: value => {
    const bounds = Array.isArray(value) && value.length === 2 ? value.map(toNumber) : []
    const [min, max] = bounds
    if (min === undefined || max === undefined || !(min <= max)) return undefined
    return property => {
      const number = property.number()
      if (number === undefined || Number.isNaN(number)) return false
      return (number >= min && number <= max) === expected
    }
  },
})

const presence = (expected: boolean): Operator => ({ absent: !expected, prepare: () => () => expected })

const dateOperator = (compare: (property: number, expected: number) => boolean): Operator => ({
  absent: false,
  prepare: value => {
    if (typeof value !== 'string' || !isDate(value)) return undefined
    return (property, clock) => {
      const expected = relativeDate(value, clock.now) ?? absoluteDate(value, clock.timeZone)
      const time = parseTime(property, clock.timeZone)
      if (expected === undefined) return undefined
      return time !== undefined && compare(time, expected)
    }
  },
})

/** Whether a filter value is a date, in relation to some time and in some time zone. */
function isDate(value: string): boolean {
  return (relativeDate(value, SOME_TIME) ?? absoluteDate(value, 'UTC')) !== undefined
}

const SOME_TIME = Date.UTC(2025, 0)

/** Reads a property as epoch ms. A number, or the text of one, counts seconds. */
function parseTime(property: PropertyValue, timeZone: string): number | undefined {
  const seconds = property.number()
  if (seconds !== undefined) return Number.isFinite(seconds) ? seconds * 1000 : undefined
  return typeof property.raw === 'string' ? absoluteDate(property.text() ?? '', timeZone) : undefined
}

const semver: Operator = {
  absent: false,
  prepare: (value, name) => {
    const filter = toText(value)
    const isVersion = matchesSemver(name, filter, '1.0.0') !== undefined
    return isVersion ? property => matchesSemver(name, filter, property.text() ?? '') : undefined
  },
}

const OPERATORS: Record<string, Operator> = {
  exact,
  is_not: negated(exact),
  icontains: contains,
  not_icontains: negated(contains),
  icontains_multi: containsAny,
  not_icontains_multi: negated(containsAny),
  starts_with: startsWith,
  not_starts_with: negated(startsWith),
  ends_with: endsWith,
  not_ends_with: negated(endsWith),
  regex,
  not_regex: negated(regex),
  gt: numberOperator((property, expected) => property > expected),
  gte: numberOperator((property, expected) => property >= expected),
  lt: numberOperator((property, expected) => property < expected),
  lte: numberOperator((property, expected) => property <= expected),
  between: between(true),
  not_between: between(false),
  is_set: presence(true),
  is_not_set: presence(false),
  is_date_before: dateOperator((property, expected) => property < expected),
  is_date_after: dateOperator((property, expected) => property > expected),
  is_date_exact: dateOperator((property, expected) => property === expected),
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
