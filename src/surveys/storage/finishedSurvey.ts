import { isText } from '../../lib/typeGuards'
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
 * @param separator Stands between id and iteration; that of stored keys by default.
 * @returns `undefined` for other events, and when the event names no survey. See D-112.
 */
export function finishedSurveyKey(
  event: string,
  properties: Properties,
  separator?: string,
): string | undefined {
  const id = properties[SURVEY_ID]
  if ((event !== SURVEY_SENT && event !== SURVEY_DISMISSED) || !isText(id) || !id) return undefined
  return surveyKey(id, properties[SURVEY_ITERATION], separator)
}

/**
 * Returns the person property that tells the service's internal targeting flag that this person answered or dismissed the
 * survey of an event.
 *
 * @returns `undefined` for events that finish no survey. See D-182.
 */
export function surveyPersonProperties(event: string, properties: Properties): Properties | undefined {
  const key = finishedSurveyKey(event, properties, '/')
  const prefix = event === SURVEY_SENT ? SURVEY_RESPONDED_PREFIX : SURVEY_DISMISSED_PREFIX
  return key === undefined ? undefined : { [prefix + key]: true }
}
