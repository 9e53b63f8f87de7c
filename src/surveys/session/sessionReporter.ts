import { nullProtoRecord } from '../../lib/nullProtoRecord'
import {
  type Properties,
  SURVEY_DISMISSED,
  SURVEY_ID,
  SURVEY_LAST_SEEN_DATE,
  SURVEY_SENT,
  SURVEY_SHOWN,
  SURVEY_SUBMISSION_ID,
  type SurveyEventProperties,
} from '../../wire/event'
import type { Answer, Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { surveyPersonProperties } from '../storage/finishedSurvey'
import { removeProgress, type SavedProgress, writeProgress } from '../storage/savedProgress'
import { isMarkedSeen, markSeen } from '../storage/seenSurveys'
import { keyOfSurvey, LAST_SEEN_KEY } from '../storage/storageKeys'
import {
  customProperties,
  responseKey,
  sentProperties,
  surveyProperties,
  unfinishedProperties,
} from './eventProperties'
import { answeredPath, type SessionData, typeOf } from './sessionReducer'
import type { SessionOptions } from './surveySession'
import type { Translated } from './translate'

/**
 * Creates the reporter of one survey session: it captures events, emits signals, dispatches events on the window, and stores
 * progress. `translated` is the survey as displayed.
 *
 * @param saved What an earlier page stored of this session.
 *
 * Interface 6; D-186.
 */
export function createSessionReporter(
  survey: Survey,
  host: SurveyHost,
  options: SessionOptions,
  saved: SavedProgress | null,
) {
  const { page, store } = host
  const submissionId = saved?.surveySubmissionId ?? page.uuid()
  const ids = { [SURVEY_ID]: survey.id, [SURVEY_SUBMISSION_ID]: submissionId }
  const key = keyOfSurvey(survey)
  let isMarked = isMarkedSeen(store, key)
  const questionId = (index: number) => survey.questions[index]!.id!
  let isShownReported = options.skipShownEvent === true || saved?.shown === true

  function capture(
    event: string,
    properties: SurveyEventProperties,
    personProperties: Properties | undefined = surveyPersonProperties(event, properties),
  ) {
    host.capture(event, { ...customProperties(options.properties), ...properties }, personProperties)
  }

  function mark() {
    isMarked = true
    markSeen(store, key)
  }

  return {
    submissionId,
    /** Whether another session has answered or dismissed the survey since this one began. See D-426. */
    isFinishedElsewhere: () => !isMarked && isMarkedSeen(store, key),
    /** Reports that the survey is visible. The event is captured once a session, the signals each time. */
    shown(translated: Translated<Survey>) {
      store.write(LAST_SEEN_KEY, page.isoTimestamp())
      const properties = surveyProperties(translated)
      if (!isShownReported)
        capture(SURVEY_SHOWN, properties, { [SURVEY_LAST_SEEN_DATE]: page.isoTimestamp() })
      isShownReported = true
      host.emit('survey:shown', { ...properties, ...ids })
      page.dispatchEvent('PHSurveyShown')
    },
    /** Signals the answer to the question at an index. */
    answered(index: number, answer: Answer) {
      host.emit('survey:answered', {
        ...ids,
        question_id: questionId(index),
        question_index: index,
        answer,
      })
    },
    /** Stores the session, so that a later page can resume it. */
    saveProgress: (data: SessionData, { language }: Translated<Survey>) =>
      writeProgress(store, survey, {
        surveySubmissionId: submissionId,
        responses: Object.fromEntries(
          Object.entries(data.answers).map(([id, answer]) => [responseKey(id), answer]),
        ),
        picks: data.picks,
        questionTypes: Object.fromEntries(survey.questions.map(question => [question.id!, typeOf(question)])),
        lastQuestionIndex: data.index,
        visitedIndices: data.path,
        surveyLanguage: language,
        questionOrder: data.order?.map(questionId),
        questionSnapshots: data.questionTexts,
        savedAt: page.now(),
        shown: isShownReported,
      }),
    /** Reports the answers along the path: all of them when the session is complete, else those so far. */
    sent(data: SessionData, translated: Translated<Survey>) {
      const completed = data.end === 'sent'
      const answers = nullProtoRecord<Answer>()
      for (const id of answeredPath(data).map(questionId)) answers[id] = data.answers[id] ?? null
      const properties = sentProperties({ ...data, ...translated, submissionId, answers }, completed)
      // The mark is written before the event, so that a listener of the event finds it.
      mark()
      if (completed) removeProgress(store, survey)
      capture(SURVEY_SENT, properties)
      host.emit('survey:sent', properties)
      if (!completed) return
      page.dispatchEvent('PHSurveySent', { surveyId: survey.id })
      // The service's internal targeting flag of this survey is off from now on.
      host.reloadFlags()
    },
    /** Reports that the person closed the survey, with all answers, those of abandoned branches included. */
    dismissed(data: SessionData, translated: Translated<Survey>) {
      const properties = unfinishedProperties({ ...data, ...translated, submissionId })
      mark()
      removeProgress(store, survey)
      capture(SURVEY_DISMISSED, properties)
      host.emit('survey:dismissed', properties)
    },
    /** Signals that the session is over. */
    closed({ end }: SessionData) {
      host.emit('survey:closed', { ...ids, end })
      page.dispatchEvent('PHSurveyClosed', { surveyId: survey.id })
    },
  }
}
