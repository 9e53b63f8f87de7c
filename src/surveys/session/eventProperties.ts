import { type Properties, SURVEY_RESPONSE_PREFIX } from '../../wire/event'
import type { Answer, Survey } from '../../wire/survey'

/** What the events of one run tell. */
export interface SurveyReport {
  /** In the language it is shown in. */
  survey: Survey
  language: string | null
  submissionId: string
  /** Answers by question id: those that the event is to tell. */
  answers: Readonly<Record<string, Answer>>
  /** Question id -> its text when it was answered. */
  wording: Readonly<Record<string, string>>
}

/** The property that carries the answer to a question. Interface 6. */
export const responseKey = (questionId: string): string => SURVEY_RESPONSE_PREFIX + questionId

/** A caller's own properties: never in place of ours, and none that look like ours. */
export const customProperties = (properties: Properties = {}): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !/^\$(survey|set|unset)/.test(name)))

/** Properties of every survey event. */
export const surveyProperties = ({
  survey,
  language,
}: Pick<SurveyReport, 'survey' | 'language'>): Properties => ({
  $survey_id: survey.id,
  $survey_name: survey.name ?? '',
  $survey_iteration: survey.current_iteration ?? null,
  $survey_iteration_start_date: survey.current_iteration_start_date ?? null,
  ...(language === null ? {} : { $survey_language: language }),
})

const copyAnswer = (answer: Answer): Answer => (Array.isArray(answer) ? [...answer] : answer)

/** Surveys that were imported from an older form also report by position. */
function legacyKey(question: object): string | undefined {
  const { originalQuestionIndex: index } = question as { originalQuestionIndex?: unknown }
  return typeof index === 'number'
    ? index === 0
      ? '$survey_response'
      : `$survey_response_${index}`
    : undefined
}

/** Properties of the events that tell answers. */
function answerProperties({ survey, language, submissionId, answers, wording }: SurveyReport): Properties {
  const responses: Properties = {}
  const questions = survey.questions.map(question => {
    const id = question.id!
    const entry: Properties = { id, question: wording[id] ?? question.question }
    const answer = answers[id]
    if (answer === undefined) return entry
    responses[responseKey(id)] = copyAnswer(answer)
    const legacy = legacyKey(question)
    if (legacy) responses[legacy] = copyAnswer(answer)
    return { ...entry, response: copyAnswer(answer) }
  })
  return {
    ...surveyProperties({ survey, language }),
    $survey_submission_id: submissionId,
    $survey_questions: questions,
    ...responses,
  }
}

/** Properties of `survey sent`. */
export const sentProperties = (report: SurveyReport, completed: boolean): Properties => ({
  ...answerProperties(report),
  $survey_completed: completed,
})

/** Properties of `survey dismissed` and `survey abandoned`. */
export const unfinishedProperties = (report: SurveyReport): Properties => ({
  ...answerProperties(report),
  $survey_partially_completed: Object.values(report.answers).some(answer => answer !== null),
})
