import { nullProtoRecord } from '../../lib/nullProtoRecord'
import { type Properties, SURVEY_DISMISSED, SURVEY_SENT, SURVEY_SHOWN } from '../../wire/event'
import type { Answer, Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { surveyPersonProperties } from '../storage/finishedSurvey'
import { removeProgress, type SavedProgress, writeProgress } from '../storage/savedProgress'
import { markSeen } from '../storage/seenSurveys'
import { keyOfSurvey, LAST_SEEN_KEY } from '../storage/storageKeys'
import {
  customProperties,
  responseKey,
  type SurveyReport,
  sentProperties,
  surveyProperties,
  unfinishedProperties,
} from './eventProperties'
import { answeredPositions, type SessionData } from './sessionReducer'
import type { SessionOptions } from './surveySession'
import type { Translated } from './translate'

/** All that a session leaves behind: what is kept on the device, captured, signalled, announced to the window. */
export interface SessionReporter {
  submissionId: string
  /** The survey is visible; `survey shown` is reported once a run. */
  shown(language: Translated<Survey>): void
  answered(data: SessionData, index: number): void
  /** Keeps the run for a later page. */
  saveProgress(data: SessionData, language: Translated<Survey>): void
  sent(data: SessionData, language: Translated<Survey>): void
  dismissed(data: SessionData, language: Translated<Survey>): void
  closed(data: SessionData): void
}

/** Opens the journal of one run; `record` is what an earlier page kept of it. */
export function createSessionReporter(
  survey: Survey,
  host: SurveyHost,
  options: SessionOptions,
  record: SavedProgress | null,
): SessionReporter {
  const { page, store } = host
  const submissionId = record?.surveySubmissionId ?? page.uuid()
  const surveyIds = { $survey_id: survey.id, $survey_submission_id: submissionId }
  const idAt = (position: number) => survey.questions[position]!.id!
  let reportedShown = options.skipShownEvent === true || record?.shown === true

  const capture = (event: string, properties: Properties, set = surveyPersonProperties(event, properties)) =>
    void host.capture(event, { ...customProperties(options.properties), ...properties }, set)

  const reportOf = (
    data: SessionData,
    language: Translated<Survey>,
    answers: SurveyReport['answers'],
  ): SurveyReport => ({
    ...language,
    submissionId,
    answers,
    wording: data.wording,
  })

  return {
    submissionId,
    shown(language) {
      store.write(LAST_SEEN_KEY, page.isoTimestamp())
      const properties = surveyProperties(language)
      if (!reportedShown) capture(SURVEY_SHOWN, properties, { $survey_last_seen_date: page.isoTimestamp() })
      reportedShown = true
      host.emit('survey:shown', { ...properties, ...surveyIds })
      page.dispatchEvent('PHSurveyShown')
    },
    answered(data, index) {
      const id = idAt(index)
      host.emit('survey:answered', {
        ...surveyIds,
        question_id: id,
        question_index: index,
        answer: data.answers[id],
      })
    },
    saveProgress(data, { language }) {
      const responses = Object.entries(data.answers).map(([id, answer]) => [responseKey(id), answer] as const)
      writeProgress(store, survey, {
        surveySubmissionId: submissionId,
        responses: Object.fromEntries(responses),
        lastQuestionIndex: data.index,
        visitedIndices: data.path,
        surveyLanguage: language,
        questionOrder: data.order?.map(idAt),
        questionSnapshots: data.wording,
        savedAt: page.now(),
        shown: reportedShown,
      })
    },
    sent(data, language) {
      const completed = data.end === 'sent'
      const answers = nullProtoRecord<Answer>()
      for (const position of answeredPositions(data))
        answers[idAt(position)] = data.answers[idAt(position)] ?? null
      const properties = sentProperties(reportOf(data, language, answers), completed)
      // The mark comes first: whoever reads it because of the event must find it.
      markSeen(store, keyOfSurvey(survey))
      if (completed) removeProgress(store, survey)
      capture(SURVEY_SENT, properties)
      host.emit('survey:sent', properties)
      if (!completed) return
      page.dispatchEvent('PHSurveySent', { surveyId: survey.id })
      host.reloadFlags()
    },
    dismissed(data, language) {
      const properties = unfinishedProperties(reportOf(data, language, data.answers))
      markSeen(store, keyOfSurvey(survey))
      removeProgress(store, survey)
      capture(SURVEY_DISMISSED, properties)
      host.emit('survey:dismissed', properties)
    },
    closed(data) {
      host.emit('survey:closed', { ...surveyIds, end: data.end })
      page.dispatchEvent('PHSurveyClosed', { surveyId: survey.id })
    },
  }
}
