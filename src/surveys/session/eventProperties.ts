import { attempt } from '../../lib/attempt'
import { nullProtoRecord } from '../../lib/nullProtoRecord'
import {
  type Properties,
  SURVEY_COMPLETED,
  SURVEY_ID,
  SURVEY_ITERATION,
  SURVEY_QUESTIONS,
  SURVEY_RESPONSE_PREFIX,
  SURVEY_SUBMISSION_ID,
  type SurveyAnswerProperties,
  type SurveyEventProperties,
  type SurveyResponseKey,
  type SurveyResponseProperties,
  type SurveySentProperties,
  type SurveyUnfinishedProperties,
} from '../../wire/event'
import type { Answer, Survey } from '../../wire/survey'
import type { Translated } from './translate'

/** Data of one survey session from which its events are made. Interface section 6. */
export interface SurveyReport extends Translated<Survey> {
  submissionId: string
  /** The answers to report, by question id. */
  answers: Readonly<Record<string, Answer>>
  /** Question id -> its text when it was answered. */
  questionTexts: Readonly<Record<string, string>>
}

/** Name of the property that carries the answer to a question. Interface section 6. */
export const responseKey = (questionId: string): SurveyResponseKey => `${SURVEY_RESPONSE_PREFIX}${questionId}`

/** The caller's own properties that can be read, without names that are reserved for ours. See D-181, D-352. */
export const customProperties = (properties?: Properties): Properties =>
  Object.fromEntries(
    attempt(() => Object.keys(properties!), [])
      .filter(name => !/^\$(survey|set|unset)/.test(name))
      .map(name => [name, attempt(() => properties![name])]),
  )

/** Properties of every survey event. Interface section 6. */
export const surveyProperties = ({ survey, language }: Translated<Survey>): SurveyEventProperties => ({
  [SURVEY_ID]: survey.id,
  $survey_name: survey.name ?? '',
  [SURVEY_ITERATION]: survey.current_iteration ?? null,
  $survey_iteration_start_date: survey.current_iteration_start_date ?? null,
  ...(language !== null && { $survey_language: language }),
})

/** A copy, so that a hook that changes an event does not change the session. */
const copyAnswer = (answer: Answer): Answer => (Array.isArray(answer) ? [...answer] : answer)

/** Surveys that were imported from an older form also report answers by index. */
function legacyKey(question: object): keyof SurveyResponseProperties | undefined {
  const { originalQuestionIndex: index } = question as { originalQuestionIndex?: unknown }
  if (typeof index !== 'number') return undefined
  return index === 0 ? '$survey_response' : responseKey(String(index))
}

/** Properties of the events that carry answers. A question without an answer is listed without a response. */
function answerProperties(report: SurveyReport): SurveyAnswerProperties {
  const responses: SurveyResponseProperties = nullProtoRecord()
  const questions = report.survey.questions.map(question => {
    const id = question.id!
    const entry = { id, question: report.questionTexts[id] ?? question.question }
    const answer = report.answers[id]
    if (answer === undefined) return entry
    for (const key of [responseKey(id), legacyKey(question)]) if (key) responses[key] = copyAnswer(answer)
    return { ...entry, response: copyAnswer(answer) }
  })
  return {
    ...surveyProperties(report),
    [SURVEY_SUBMISSION_ID]: report.submissionId,
    [SURVEY_QUESTIONS]: questions,
    ...responses,
  }
}

/** Properties of `survey sent`. Interface section 6. */
export const sentProperties = (report: SurveyReport, completed: boolean): SurveySentProperties => ({
  ...answerProperties(report),
  [SURVEY_COMPLETED]: completed,
})

/** Properties of `survey dismissed` and `survey abandoned`. See D-146. */
export const unfinishedProperties = (report: SurveyReport): SurveyUnfinishedProperties => ({
  ...answerProperties(report),
  $survey_partially_completed: Object.values(report.answers).some(answer => answer !== null),
})
