import { isEqual } from '../../lib/isEqual'
import type { Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { answersInUrl } from '../session/prefill'

/** Creates the rule that keeps the answers in the URL of a former person from the next one. See D-184, D-771. */
export function createUrlPrefill({ page }: SurveyHost) {
  /** URL when the person changed. */
  let formerUrl: string | undefined
  return {
    /** Whether the URL may prefill a survey. Its path and hash may have changed since, and its answers are the same. */
    isAllowed: (survey: Survey): boolean =>
      formerUrl === undefined || !isEqual(answersInUrl(survey, page.url()), answersInUrl(survey, formerUrl)),
    /** The person is another one. */
    reset() {
      formerUrl = page.url()
    },
  }
}

/** The rule for answers in the URL. */
export type UrlPrefill = ReturnType<typeof createUrlPrefill>
