import { SURVEY_ABANDONED } from '../../wire/event'
import type { SurveyHost } from '../host'
import { isExpired, readRecord } from '../storage/savedProgress'
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
    if (!saved || !isExpired(saved, clock)) continue
    store.remove(stored)
    const prepared = surveys.find(({ key }) => PROGRESS_PREFIX + key === stored)
    if (!prepared || !config.capture_survey_abandoned) continue
    const translated = translate(prepared.survey, saved.surveyLanguage ?? undefined)
    const { answers, questionTexts } = resumedSession(translated.survey, null, saved)
    const submissionId = saved.surveySubmissionId
    host.capture(
      SURVEY_ABANDONED,
      unfinishedProperties({ ...translated, submissionId, answers, questionTexts }),
    )
  }
}
