import { SURVEY_ABANDONED } from '../../wire/event'
import type { SurveyHost } from '../host'
import { isExpired, readRecord, removeProgress } from '../storage/savedProgress'
import type { ParsedSurvey } from '../targeting/parseSurvey'
import { unfinishedProperties } from './eventProperties'
import { resumedSession } from './sessionReducer'
import { translate } from './translate'

/**
 * Captures `survey abandoned` for each session of this device that has expired unfinished, and removes it. Leaving a page
 * captures nothing, because the visitor may continue on the next one.
 *
 * See D-146.
 */
export function reportAbandoned(host: SurveyHost, surveys: readonly ParsedSurvey[]): void {
  const config = host.config()
  if (!config.capture_survey_abandoned) return
  const clock = { now: host.page.now(), ttlMinutes: config.survey_progress_ttl_minutes }
  for (const definition of surveys) {
    const saved = readRecord(host.store, definition)
    if (!saved || !isExpired(saved, clock)) continue
    removeProgress(host.store, definition)
    const translated = translate(definition, saved.surveyLanguage ?? undefined)
    const { answers, questionTexts } = resumedSession(translated.survey, null, saved)
    const submissionId = saved.surveySubmissionId
    host.capture(
      SURVEY_ABANDONED,
      unfinishedProperties({ ...translated, submissionId, answers, questionTexts }),
    )
  }
}
