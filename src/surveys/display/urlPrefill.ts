import { isEqual } from '../../lib/isEqual'
import type { Survey } from '../../wire/survey'
import type { SurveyEvaluation } from '../contract'
import type { SurveyHost } from '../host'
import { answersInUrl } from '../session/prefill'

/** Creates the rule that keeps the answers in the URL of a former person from the next one. See D-184, D-771. */
export const createUrlPrefill =
  ({ page }: SurveyHost, { formerUrl }: SurveyEvaluation) =>
  /** Whether the URL may prefill a survey. Its path and hash may have changed since, and its answers are the same. */
  (survey: Survey): boolean =>
    formerUrl() === undefined ||
    !isEqual(answersInUrl(survey, page.url()), answersInUrl(survey, formerUrl()!))

/** The rule for answers in the URL. */
export type UrlPrefill = ReturnType<typeof createUrlPrefill>
