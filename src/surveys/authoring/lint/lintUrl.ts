import { attempt } from '../../../lib/attempt'
import type { SurveyConditions } from '../../../wire/survey'
import { compileMatcher } from '../../targeting/match'
import type { AddFinding } from './finding'

/** Returns a URL in the notation of `location.href`; `undefined` for a text that is not a whole URL. */
function asReported(text: string): string | undefined {
  // `localhost:3000/a` would be read as a URL with the scheme `localhost`.
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? attempt(() => new URL(text).href) : undefined
}

/** Finds URL conditions that no whole URL can meet. See D-609. */
export function lintUrl({ url, urlMatchType: type }: SurveyConditions, add: AddFinding): void {
  const target = String(url ?? '').trim()
  if (!target) return
  const path = 'conditions.url'
  if (type === 'exact' || type === 'is_not') {
    const reported = asReported(target)
    const canMatch = reported !== undefined && compileMatcher([target], 'exact')?.(reported)
    if (!canMatch) add('unmatchable_url', path, { target, reported, isNegated: type === 'is_not' })
  }
  // An alternative may match where the first one cannot.
  if ((type === 'regex' || type === 'not_regex') && /^\^\\?\/(?![?*{])[^|]*$/.test(target))
    add('unmatchable_pattern', path, type === 'not_regex')
}
