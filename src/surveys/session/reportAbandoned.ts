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
    store.remove(stored)
    const prepared = surveys.find(({ key }) => PROGRESS_PREFIX + key === stored)
    if (!prepared || !config.capture_survey_abandoned) continue
    host.capture(
      SURVEY_ABANDONED,
      unfinishedProperties({
        ...translate(prepared.survey, saved.surveyLanguage ?? undefined),
        ...resumedSession(prepared.survey, null, saved),
        submissionId: saved.surveySubmissionId,
      }),
    )
  }
}
