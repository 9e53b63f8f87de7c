import type { MatchType } from '../wire/survey'

/** A condition made ready: whether an observed text meets it. */
export type Test = (value: string) => boolean

/** True for no value: what cannot be understood must not show a survey to everybody. */
export const never: Test = () => false

const number = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** An address without a path is the same page as with its `/`, and browsers report the latter. */
const withSlash = (url: string): string => (/^\w+:\/\/[^/?#]+$/.test(url) ? `${url}/` : url)

/** How one target is compared; each `not_` form is the denial of all targets. */
const POSITIVE: Record<string, (target: string) => Test> = {
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
  gt: target => value => number(value) > number(target),
  lt: target => value => number(value) < number(target),
}

const DENIALS: Record<string, string> = { is_not: 'exact', not_icontains: 'icontains', not_regex: 'regex' }

/**
 * Prepares a condition, so that asking it costs no parsing.
 *
 * @param targets What it wants; blanks around each are not part of it.
 * @param type A missing one is `icontains`.
 * @returns `undefined` for an unknown type or a pattern that cannot be read. DECISIONS, "Match types".
 */
export function prepareTest(
  targets: readonly string[],
  type: MatchType | null | undefined,
): Test | undefined {
  const wanted = type ?? 'icontains'
  const denied = DENIALS[wanted]
  const make = POSITIVE[denied ?? wanted]
  if (!make) return undefined
  try {
    const tests = targets.map(target => make(target.trim()))
    const some: Test = value => tests.some(test => test(value))
    return denied ? value => !some(value) : some
  } catch {
    // Not a pattern: the caller says so, and the survey waits for its author.
    return undefined
  }
}

/** Its kind, for what gets it handed over. */
export type PrepareTest = typeof prepareTest
