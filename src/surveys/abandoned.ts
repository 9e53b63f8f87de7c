import { SURVEY_ABANDONED } from '../wire/event'
import type { Survey } from '../wire/survey'
import type { SurveyHost } from './host'
import { isForgotten, readRecord, removeProgress } from './progress'
import { readQuestions } from './readQuestions'
import { unfinishedProperties } from './report'
import { resumedRun } from './run'
import { translate } from './translate'

/**
 * Reports runs that were begun on this device and not finished in the time there was, once each. Leaving a page says nothing:
 * the visitor may go on with the survey on the next one. DECISIONS, "Abandoned surveys".
 */
export function reportAbandoned(host: SurveyHost, surveys: readonly Survey[]): void {
  const settings = host.settings()
  if (!settings.capture_survey_abandoned) return
  const clock = { now: host.page.now(), ttlMinutes: settings.survey_progress_ttl_minutes }
  for (const given of surveys) {
    const record = readRecord(host.store, given)
    if (!record || !isForgotten(record, clock)) continue
    removeProgress(host.store, given)
    const questions = readQuestions(given.questions)
    const { survey, language } = translate({ ...given, questions }, record.surveyLanguage ?? undefined)
    const { answers, wording } = resumedRun(survey, null, record)
    const { surveySubmissionId: submissionId } = record
    host.capture(SURVEY_ABANDONED, unfinishedProperties({ survey, language, submissionId, answers, wording }))
  }
}
