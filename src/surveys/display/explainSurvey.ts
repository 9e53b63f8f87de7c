import type { SurveyEvaluation, SurveyExplanation } from '../contract'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

const toIsoString = (ms: number): string | undefined => (ms ? new Date(ms).toISOString() : undefined)

/**
 * Returns the result of every check of a survey, without stopping at the first that fails. Counts no flag as an exposure.
 *
 * @param displayChecks Results of the checks that depend on what is on the page, by name.
 *
 * See D-123.
 */
export function explainSurvey(
  prepared: PreparedSurvey,
  evaluation: SurveyEvaluation,
  displayChecks: Record<string, boolean>,
): SurveyExplanation {
  const { survey, key } = prepared
  const context = evaluation.currentContext({ silent: true })
  const surveyChecks = evaluation.checks.map(({ name, passes }) => [name, passes(prepared, context)] as const)
  const checks = [...Object.entries(displayChecks), ...surveyChecks]
  const flags = [survey.linked_flag_key, survey.targeting_flag_key, survey.internal_targeting_flag_key]
  return {
    visible: checks.every(([, passed]) => passed),
    checks: Object.fromEntries(checks),
    survey,
    found: {
      now: toIsoString(context.now)!,
      url: context.url,
      deviceType: context.device,
      flags: Object.fromEntries(flags.flatMap(flag => (flag ? [[flag, context.flag(flag)]] : []))),
      lastSeen: toIsoString(context.lastSeen()),
      alreadySeen: context.isSeen(key),
      triggered: context.isTriggered(prepared),
    },
  }
}
