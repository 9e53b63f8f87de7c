import type { Decisions, SurveyExplanation } from './director'
import type { Candidate } from './eligibility'

const isoOf = (ms: number): string | undefined => (ms ? new Date(ms).toISOString() : undefined)

/**
 * Asks every check, also after one that does not hold. No flag counts as looked at.
 *
 * @param further Checks that are not about the survey itself, by name.
 */
export function explanation(
  candidate: Candidate,
  decisions: Decisions,
  further: Record<string, boolean>,
): SurveyExplanation {
  const { survey, key } = candidate
  const around = decisions.around({ quiet: true })
  const own = decisions.checks.map(({ name, holds }) => [name, holds(candidate, around)] as const)
  const checks = [...Object.entries(further), ...own]
  const flags = [survey.linked_flag_key, survey.targeting_flag_key, survey.internal_targeting_flag_key]
  return {
    visible: checks.every(([, holds]) => holds),
    checks: Object.fromEntries(checks),
    survey,
    found: {
      now: isoOf(around.now)!,
      url: around.url,
      deviceType: around.device,
      flags: Object.fromEntries(flags.flatMap(flag => (flag ? [[flag, around.flag(flag)]] : []))),
      lastSeen: isoOf(around.lastSeen()),
      alreadySeen: around.isSeen(key),
      triggered: around.isTriggered(key),
    },
  }
}
