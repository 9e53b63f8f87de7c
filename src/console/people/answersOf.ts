import type { EventItem } from '../../wire/console'
import {
  SURVEY_COMPLETED,
  SURVEY_ID,
  SURVEY_QUESTIONS,
  SURVEY_SUBMISSION_ID,
  type SurveyQuestionProperties,
} from '../../wire/event'

/** The answers of a person to a survey. */
export interface PersonResponse {
  id: string
  surveyId: string
  surveyName: string
  isCompleted: boolean
  /** ISO 8601. */
  at: string
  answers: { question: string; answer: string }[]
}

/** Returns the responses of a person from `survey sent` events, newest first. The newest event of a submission has them all. */
export function answersOf(events: readonly EventItem[]): PersonResponse[] {
  const responses = new Map<string, PersonResponse>()
  for (const { uuid, timestamp, properties } of events) {
    const id = String(properties[SURVEY_SUBMISSION_ID] ?? uuid)
    if (responses.has(id)) continue
    responses.set(id, {
      id,
      surveyId: String(properties[SURVEY_ID] ?? ''),
      surveyName: String(properties['$survey_name'] ?? 'Survey'),
      isCompleted: properties[SURVEY_COMPLETED] !== false,
      at: timestamp,
      answers: questionsOf(properties[SURVEY_QUESTIONS]),
    })
  }
  return [...responses.values()]
}

function questionsOf(questions: unknown): PersonResponse['answers'] {
  if (!Array.isArray(questions)) return []
  return (questions as SurveyQuestionProperties[])
    .filter(({ response }) => response !== undefined && response !== null)
    .map(({ question, response }) => ({
      question: String(question),
      answer: Array.isArray(response) ? response.join(', ') : String(response),
    }))
}
