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
  blockedBy: SurveyExplanation['found']['blockedBy'],
): SurveyExplanation {
  const { survey, key } = prepared
  const context = evaluation.currentContext({ silent: true })
  const checks: Record<string, boolean | undefined> = { ...displayChecks }
  for (const { name, passes } of evaluation.checks) checks[name] = passes(prepared, context)
  const flags = [survey.linked_flag_key, survey.targeting_flag_key, survey.internal_targeting_flag_key]
  return {
    visible: Object.values(checks).every(Boolean),
    checks,
    survey,
    found: {
      blockedBy,
      now: toIsoString(context.now)!,
      url: context.url,
      deviceType: context.device,
      flags: Object.fromEntries(flags.filter(Boolean).map(flag => [flag, context.flag(flag!)])),
      lastSeen: toIsoString(context.lastSeen()),
      alreadySeen: context.isSeen(key),
      triggered: context.isTriggered(prepared),
    },
  }
}
