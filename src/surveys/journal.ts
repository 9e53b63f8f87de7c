import { nullProtoRecord } from '../lib/nullProtoRecord'
import { type Properties, SURVEY_DISMISSED, SURVEY_SENT, SURVEY_SHOWN } from '../wire/event'
import type { Survey } from '../wire/survey'
import type { Answer } from './answer'
import type { SurveyHost } from './host'
import { type ProgressRecord, removeProgress, writeProgress } from './progress'
import {
  callersProperties,
  type Reported,
  responseKey,
  sentProperties,
  surveyProperties,
  unfinishedProperties,
} from './report'
import { answeredPath, type Run } from './run'
import { keyOf, LAST_SEEN, markSeen, personMark } from './seen'
import type { SessionOptions } from './session'
import type { Translated } from './translate'

/** All that a session leaves behind: what is kept on the device, captured, signalled, announced to the window. */
export interface Journal {
  submissionId: string
  /** The survey is visible; `survey shown` is reported once a run. */
  shown(language: Translated<Survey>): void
  answered(run: Run, index: number): void
  /** Keeps the run for a later page. */
  keep(run: Run, language: Translated<Survey>): void
  sent(run: Run, language: Translated<Survey>): void
  dismissed(run: Run, language: Translated<Survey>): void
  closed(run: Run): void
}

/** Opens the journal of one run; `record` is what an earlier page kept of it. */
export function createJournal(
  survey: Survey,
  host: SurveyHost,
  options: SessionOptions,
  record: ProgressRecord | null,
): Journal {
  const { page, store } = host
  const submissionId = record?.surveySubmissionId ?? page.uuid()
  const subject = { $survey_id: survey.id, $survey_submission_id: submissionId }
  const idAt = (position: number) => survey.questions[position]!.id!
  let reportedShown = options.skipShownEvent === true || record?.shown === true

  const capture = (event: string, properties: Properties, set = personMark(event, properties)) =>
    void host.capture(event, { ...callersProperties(options.properties), ...properties }, set)

  const reported = (run: Run, language: Translated<Survey>, answers: Reported['answers']): Reported => ({
    ...language,
    submissionId,
    answers,
    wording: run.wording,
  })

  return {
    submissionId,
    shown(language) {
      store.write(LAST_SEEN, page.iso())
      const properties = surveyProperties(language)
      if (!reportedShown) capture(SURVEY_SHOWN, properties, { $survey_last_seen_date: page.iso() })
      reportedShown = true
      host.signal('survey:shown', { ...properties, ...subject })
      page.announce('PHSurveyShown')
    },
    answered(run, index) {
      const id = idAt(index)
      host.signal('survey:answered', {
        ...subject,
        question_id: id,
        question_index: index,
        answer: run.answers[id],
      })
    },
    keep(run, { language }) {
      const responses = Object.entries(run.answers).map(([id, answer]) => [responseKey(id), answer] as const)
      writeProgress(store, survey, {
        surveySubmissionId: submissionId,
        responses: Object.fromEntries(responses),
        lastQuestionIndex: run.index,
        visitedIndices: run.path,
        surveyLanguage: language,
        questionOrder: run.order?.map(idAt),
        questionSnapshots: run.wording,
        savedAt: page.now(),
        shown: reportedShown,
      })
    },
    sent(run, language) {
      const completed = run.end === 'sent'
      const answers = nullProtoRecord<Answer>()
      for (const position of answeredPath(run)) answers[idAt(position)] = run.answers[idAt(position)] ?? null
      const properties = sentProperties(reported(run, language, answers), completed)
      // The mark comes first: whoever reads it because of the event must find it.
      markSeen(store, keyOf(survey))
      if (completed) removeProgress(store, survey)
      capture(SURVEY_SENT, properties)
      host.signal('survey:sent', properties)
      if (!completed) return
      page.announce('PHSurveySent', { surveyId: survey.id })
      host.reloadFlags()
    },
    dismissed(run, language) {
      const properties = unfinishedProperties(reported(run, language, run.answers))
      markSeen(store, keyOf(survey))
      removeProgress(store, survey)
      capture(SURVEY_DISMISSED, properties)
      host.signal('survey:dismissed', properties)
    },
    closed(run) {
      host.signal('survey:closed', { ...subject, end: run.end })
      page.announce('PHSurveyClosed', { surveyId: survey.id })
    },
  }
}
