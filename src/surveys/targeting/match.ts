import { attempt } from '../../lib/attempt'
import { nullProtoRecord } from '../../lib/nullProtoRecord'
import type { MatchType } from '../../wire/survey'

/** A compiled condition: whether a value matches it. See D-096, D-097. */
export type Matcher = (value: string) => boolean

/** Stands for a condition that cannot be compiled, which must not show a survey to everybody. See D-096, D-097. */
export const matchNothing: Matcher = () => false

/**
 * Characters of a text that a pattern reads. Most patterns take quadratic time on a text without a match, which browsers do not
 * limit: 3 ms for this length, 8 s for 100,000. See D-775.
 */
const MAX_PATTERN_TEXT = 2_000

const toNumber = (text: string): number => (text.trim() === '' ? NaN : Number(text))

/** Adds the slash that browsers report for a URL without a path. */
const withSlash = (url: string): string => (/^\w+:\/\/[^/?#]+$/.test(url) ? `${url}/` : url)

/** How one target is compared. */
const MATCHERS: Record<string, (target: string, maxLength: number) => Matcher> = {
  exact: target => {
    const withPath = withSlash(target)
    return value => value === target || value === withPath
  },
  icontains: target => {
    const lower = target.toLowerCase()
    return value => value.toLowerCase().includes(lower)
  },
  regex: (target, maxLength) => {
    const pattern = new RegExp(target)
    return value => pattern.test(value.slice(0, maxLength))
  },
  gt: target => value => toNumber(value) > toNumber(target),
  lt: target => value => toNumber(value) < toNumber(target),
}

/** A negated type matches when none of the targets does. */
const NEGATIONS: Record<string, string> = { is_not: 'exact', not_icontains: 'icontains', not_regex: 'regex' }

/**
 * Compiles a condition, so that matching a value parses nothing.
 *
 * @param targets Any of them may match. Whitespace around each is ignored.
 * @param type `icontains` by default.
 * @param maxLength Characters of a value that a pattern reads.
 * @returns `undefined` for an unknown type or an invalid pattern. See D-098.
 */
export function compileMatcher(
  targets: readonly string[],
  type: MatchType | null | undefined,
  maxLength = MAX_PATTERN_TEXT,
): Matcher | undefined {
  const matchType = type ?? 'icontains'
  const negated = nullProtoRecord(NEGATIONS)[matchType]
  const create = nullProtoRecord(MATCHERS)[negated ?? matchType]
  if (!create) return undefined
  // The pattern may be invalid. The caller reports it.
  const matchers = attempt(() => targets.map(target => create(target.trim(), maxLength)))
  const matchesAny: Matcher = value => matchers!.some(matches => matches(value))
  return matchers && (negated ? value => !matchesAny(value) : matchesAny)
}

/** Type of `compileMatcher`, for modules that receive it as a dependency. See D-096, D-097. */
export type CompileMatcher = typeof compileMatcher
