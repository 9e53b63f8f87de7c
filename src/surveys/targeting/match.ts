import type { MatchType } from '../../wire/survey'

/** A condition made ready: whether an observed text meets it. */
export type Matcher = (value: string) => boolean

/** True for no value: what cannot be understood must not show a survey to everybody. */
export const matchNothing: Matcher = () => false

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** An address without a path is the same page as with its `/`, and browsers report the latter. */
const withSlash = (url: string): string => (/^\w+:\/\/[^/?#]+$/.test(url) ? `${url}/` : url)

/** How one target is compared; each `not_` form is the denial of all targets. */
const MATCHERS: Record<string, (target: string) => Matcher> = {
  exact: target => {
    const slashed = withSlash(target)
    return value => value === target || value === slashed
  },
  icontains: target => {
    const lower = target.toLowerCase()
    return value => value.toLowerCase().includes(lower)
  },
  regex: target => {
    const pattern = new RegExp(target)
    return value => pattern.test(value)
  },
  gt: target => value => toNumber(value) > toNumber(target),
  lt: target => value => toNumber(value) < toNumber(target),
}

const NEGATIONS: Record<string, string> = { is_not: 'exact', not_icontains: 'icontains', not_regex: 'regex' }

/**
 * Prepares a condition, so that asking it costs no parsing.
 *
 * @param targets What it wants; blanks around each are not part of it.
 * @param type A missing one is `icontains`.
 * @returns `undefined` for an unknown type or a pattern that cannot be read. DECISIONS, "Match types".
 */
export function compileMatcher(
  targets: readonly string[],
  type: MatchType | null | undefined,
): Matcher | undefined {
  const matchType = type ?? 'icontains'
  const negated = NEGATIONS[matchType]
  const create = MATCHERS[negated ?? matchType]
  if (!create) return undefined
  try {
    const matchers = targets.map(target => create(target.trim()))
    const some: Matcher = value => matchers.some(test => test(value))
    return negated ? value => !some(value) : some
  } catch {
    // Not a pattern: the caller says so, and the survey waits for its author.
    return undefined
  }
}

/** Its kind, for what gets it handed over. */
export type CompileMatcher = typeof compileMatcher
