import type { MatchType, SurveyConditions } from '../../wire/survey'
import { compileMatcher } from '../targeting/match'
import { isExponential } from './lint/isExponential'

/** Verbs for a value that a condition holds for, and for one that it does not, of each match type. */
export const VERBS: Record<MatchType, readonly [holds: string, fails: string]> = {
  icontains: ['contains', 'does not contain'],
  not_icontains: ['does not contain', 'contains'],
  exact: ['equals', 'does not equal'],
  is_not: ['does not equal', 'equals'],
  regex: ['matches', 'does not match'],
  not_regex: ['does not match', 'matches'],
  gt: ['is greater than', 'is not greater than'],
  lt: ['is less than', 'is not less than'],
}

/** Returns texts in quotation marks, joined by "or". */
export const quoteAll = (texts: readonly unknown[]): string => texts.map(text => `"${text}"`).join(' or ')

/** Returns a sentence about a value that meets a condition, or does not. See D-611. */
export function describeMatch(
  value: string,
  {
    targets,
    type,
    holds,
  }: { targets: readonly string[]; type: MatchType | null | undefined; holds: boolean },
): string {
  const [verb, verbOfFailure] = VERBS[type ?? 'icontains'] ?? ['meets', 'does not meet']
  return `"${value}" ${holds ? verb : verbOfFailure} ${quoteAll(targets.map(target => String(target).trim()))}.`
}

/**
 * Tries a URL.
 *
 * ```ts
 * const { matches, message } = tryUrl(survey.conditions, 'https://shop.example/pricing')
 * ```
 *
 * @returns Whether a survey with these conditions may show at the URL, and why. See D-611.
 */
export function tryUrl(
  conditions: SurveyConditions | null | undefined,
  url: string,
): { matches: boolean; message: string } {
  const target = String(conditions?.url ?? '')
  if (!target.trim()) return { matches: true, message: 'The survey shows at every URL.' }
  const type = conditions?.urlMatchType
  if (/regex/.test(type ?? '') && isExponential(target))
    return { matches: false, message: 'The pattern can take exponential time, so it was not tried.' }
  const matches = compileMatcher([target], type)?.(url) === true
  return { matches, message: describeMatch(url, { targets: [target], type, holds: matches }) }
}
