import { attempt } from '../../lib/attempt'
import { isText } from '../../lib/typeGuards'
import { SURVEY_ABANDONED } from '../../wire/event'
import type { SurveyHost } from '../host'
import { isCurrent, readRecord } from '../storage/savedProgress'
import { PROGRESS_PREFIX } from '../storage/storageKeys'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import { unfinishedProperties } from './eventProperties'
import { resumedSession } from './sessionReducer'
import { translate } from './translate'

/**
 * Removes the saved progress that has expired, of surveys that the project no longer has too, and captures `survey abandoned` for
 * it. Leaving a page captures nothing, because the visitor may continue on the next one.
 *
 * See D-146, D-681.
 */
export function reportAbandoned(host: SurveyHost, surveys: readonly PreparedSurvey[]): void {
  const { store } = host
  const config = host.config()
  const clock = { now: host.page.now(), ttlMinutes: config.survey_progress_ttl_minutes }
  for (const stored of store.keys(PROGRESS_PREFIX)) {
    const saved = readRecord(store, stored)
    if (!saved || isCurrent(saved, clock)) continue
    const report = () => {
      const prepared = surveys.find(({ key }) => PROGRESS_PREFIX + key === stored)
      if (!prepared || !config.capture_survey_abandoned) return
      const { surveyLanguage: language, surveySubmissionId: submissionId } = saved
      host.capture(
        SURVEY_ABANDONED,
        unfinishedProperties({
          ...translate(prepared.survey, isText(language) ? language : undefined),
          ...resumedSession(prepared.survey, null, saved),
          submissionId,
        }),
      )
    }
    // The answers are removed last, so that no error loses them.
    attempt(
      () => {
        report()
        store.remove(stored)
      },
      undefined,
      error => host.emitError('survey_failed', error),
    )
  }
}
