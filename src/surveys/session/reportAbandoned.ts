import { SURVEY_ABANDONED } from '../../wire/event'
import type { Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { isExpired, readRecord, removeProgress } from '../storage/savedProgress'
import { unfinishedProperties } from './eventProperties'
import { normalizeQuestions } from './normalizeQuestions'
import { resumedSession } from './sessionReducer'
import { translate } from './translate'

/**
 * Reports runs that were begun on this device and not finished in the time there was, once each. Leaving a page says nothing:
 * the visitor may go on with the survey on the next one. DECISIONS, "Abandoned surveys".
 */
export function reportAbandoned(host: SurveyHost, surveys: readonly Survey[]): void {
  const settings = host.config()
  if (!settings.capture_survey_abandoned) return
  const clock = { now: host.page.now(), ttlMinutes: settings.survey_progress_ttl_minutes }
  for (const definition of surveys) {
    const record = readRecord(host.store, definition)
    if (!record || !isExpired(record, clock)) continue
    removeProgress(host.store, definition)
    const questions = normalizeQuestions(definition.questions)
    const { survey, language } = translate({ ...definition, questions }, record.surveyLanguage ?? undefined)
    const { answers, questionTexts } = resumedSession(survey, null, record)
    const { surveySubmissionId: submissionId } = record
    host.capture(
      SURVEY_ABANDONED,
      unfinishedProperties({ survey, language, submissionId, answers, questionTexts }),
    )
  }
}
