import type { Store } from '../../persistence/store'
import {
  type Properties,
  SURVEY_DISMISSED,
  SURVEY_DISMISSED_PREFIX,
  SURVEY_ID,
  SURVEY_ITERATION,
  SURVEY_RESPONDED_PREFIX,
  SURVEY_SENT,
} from '../../wire/event'
import type { Survey } from '../../wire/survey'

/** Beginnings of the stored keys; what follows is the key of `keyOf`. The names are those of posthog-js. */
export const SEEN_PREFIX = 'seenSurvey_'
export const PROGRESS_PREFIX = 'inProgressSurvey_'
/** A trigger that has fired and must outlive a reload: `[session id, milliseconds since 1970 or null]`. */
export const TRIGGER_PREFIX = 'surveyTrigger_'
/** When any survey was last visible here, as ISO text. */
export const LAST_SEEN_KEY = 'lastSeenSurveyDate'

/** What a survey is remembered by: a new iteration is a new survey to its visitors. */
export const surveyKey = (id: string, iteration: unknown): string =>
  Number(iteration) > 0 ? `${id}_${iteration}` : id

export const keyOfSurvey = (survey: Survey): string => surveyKey(survey.id, survey.current_iteration)

/** Marks a survey as dealt with: `once` means not again on this device. */
export const markSeen = (store: Store, key: string): boolean => store.write(SEEN_PREFIX + key, 'true')

/** The key of the survey that a captured event deals with; `undefined` when it is about none. */
export function finishedSurveyKey(event: string, properties: Properties): string | undefined {
  const id = properties[SURVEY_ID]
  if ((event !== SURVEY_SENT && event !== SURVEY_DISMISSED) || typeof id !== 'string' || !id) return undefined
  return surveyKey(id, properties[SURVEY_ITERATION])
}

/**
 * The person property by which the service's internal targeting flag knows that this person answered or closed a survey.
 *
 * @returns `undefined` for other events. DECISIONS, "Person properties of surveys".
 */
export function surveyPersonProperties(event: string, properties: Properties): Properties | undefined {
  if (finishedSurveyKey(event, properties) === undefined) return undefined
  const iteration = properties[SURVEY_ITERATION]
  const key = Number(iteration) > 0 ? `${properties[SURVEY_ID]}/${iteration}` : properties[SURVEY_ID]
  return { [(event === SURVEY_SENT ? SURVEY_RESPONDED_PREFIX : SURVEY_DISMISSED_PREFIX) + key]: true }
}
