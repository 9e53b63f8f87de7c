import type { SurveyEvaluation, SurveyExplanation } from '../contract'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

const toIsoString = (ms: number): string | undefined => (ms ? new Date(ms).toISOString() : undefined)

/**
 * Asks every check, also after one that does not hold. No flag counts as looked at.
 *
 * @param displayChecks Checks that are not about the survey itself, by name.
 */
export function explainSurvey(
  prepared: PreparedSurvey,
  evaluation: SurveyEvaluation,
  displayChecks: Record<string, boolean>,
): SurveyExplanation {
  const { survey, key } = prepared
  const context = evaluation.currentContext({ silent: true })
  const own = evaluation.checks.map(({ name, passes: holds }) => [name, holds(prepared, context)] as const)
  const checks = [...Object.entries(displayChecks), ...own]
  const flags = [survey.linked_flag_key, survey.targeting_flag_key, survey.internal_targeting_flag_key]
  return {
    visible: checks.every(([, holds]) => holds),
    checks: Object.fromEntries(checks),
    survey,
    found: {
      now: toIsoString(context.now)!,
      url: context.url,
      deviceType: context.device,
      flags: Object.fromEntries(flags.flatMap(flag => (flag ? [[flag, context.flag(flag)]] : []))),
      lastSeen: toIsoString(context.lastSeen()),
      alreadySeen: context.isSeen(key),
      triggered: context.isTriggered(key),
    },
  }
}
