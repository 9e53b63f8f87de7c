import {
  type Properties,
  SURVEY_DISMISSED,
  SURVEY_DISMISSED_PREFIX,
  SURVEY_ID,
  SURVEY_ITERATION,
  SURVEY_RESPONDED_PREFIX,
  SURVEY_SENT,
} from '../../wire/event'
import { surveyKey } from './storageKeys'

/**
 * Returns the `surveyKey` of the survey that a captured event finishes: `survey sent`, also with partial answers, or
 * `survey dismissed`.
 *
 * @returns `undefined` for other events, and when the event names no survey. DECISIONS, "Seen marks".
 */
export function finishedSurveyKey(event: string, properties: Properties): string | undefined {
  const id = properties[SURVEY_ID]
  if ((event !== SURVEY_SENT && event !== SURVEY_DISMISSED) || typeof id !== 'string' || !id) return undefined
  return surveyKey(id, properties[SURVEY_ITERATION])
}

/**
 * Returns the person property that tells the service's internal targeting flag that this person answered or dismissed the
 * survey of an event.
 *
 * @returns `undefined` for events that finish no survey. DECISIONS, "Person properties of surveys".
 */
export function surveyPersonProperties(event: string, properties: Properties): Properties | undefined {
  if (finishedSurveyKey(event, properties) === undefined) return undefined
  const iteration = properties[SURVEY_ITERATION]
  const key = Number(iteration) > 0 ? `${properties[SURVEY_ID]}/${iteration}` : properties[SURVEY_ID]
  return { [(event === SURVEY_SENT ? SURVEY_RESPONDED_PREFIX : SURVEY_DISMISSED_PREFIX) + key]: true }
}
