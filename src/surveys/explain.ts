import type { ExplainedCheck, SurveyExplanation } from './director'
import type { Candidate, Check, Surroundings } from './eligibility'

const DAY = 86_400_000

/** What each check wants of a survey, and what it finds instead, for people. */
const VALUES: Record<
  string,
  (candidate: Candidate, around: Surroundings) => [wants: unknown, sees?: unknown]
> = {
  running: ({ survey }, { now }) => [[survey.start_date, survey.end_date], new Date(now).toISOString()],
  type: ({ survey }) => ['popover, widget or api', survey.type],
  'linked flag': ({ survey }, around) => [
    [survey.linked_flag_key, survey.conditions.linkedFlagVariant],
    survey.linked_flag_key && around.flag(survey.linked_flag_key),
  ],
  'targeting flag': ({ survey }, around) => [
    survey.targeting_flag_key,
    survey.targeting_flag_key && around.flag(survey.targeting_flag_key),
  ],
  'internal targeting flag': ({ survey }, around) => [
    survey.internal_targeting_flag_key,
    survey.internal_targeting_flag_key && around.flag(survey.internal_targeting_flag_key),
  ],
  'waiting period': ({ waitMs }, around) => [
    `${waitMs / DAY} days`,
    `${(around.now - around.lastSeen()) / DAY} days`,
  ],
  'already seen': ({ survey, key }, around) => [survey.schedule ?? 'once', around.isSeen(key)],
  url: ({ survey }, around) => [[survey.conditions.urlMatchType, survey.conditions.url], around.url],
  'device type': ({ survey }, around) => [survey.conditions.deviceTypes, around.device],
  selector: ({ survey }) => [survey.conditions.selector],
  trigger: ({ startedBy, key }, around) => [startedBy, around.isTriggered(key)],
  'feature flags': ({ survey }) => [survey.feature_flag_keys],
}

/** Asks every check, also after one that does not hold; `further` are those that are not about the survey itself. */
export function explanation(
  candidate: Candidate,
  around: Surroundings,
  checks: readonly Check[],
  further: readonly ExplainedCheck[],
): SurveyExplanation {
  const own = checks.map(({ name, holds }) => {
    const [wants, sees] = VALUES[name]?.(candidate, around) ?? []
    return { check: name, holds: holds(candidate, around), wants, sees }
  })
  const all = [...further, ...own]
  const { id, name } = candidate.survey
  return { id, name: name ?? '', visible: all.every(({ holds }) => holds), checks: all }
}
