import type { Store } from '../../persistence/store'
import type { Survey } from '../../wire/survey'

/**
 * Every key under which surveys store something, all in the main store. The other keys are in `persistence/keys.ts`.
 *
 * | key | value | lives until |
 * |---|---|---|
 * | `seenSurvey_<survey>` | JSON, or `true` of posthog-js: answered or dismissed on this device | `reset()` |
 * | `lastSeenSurveyDate` | when any survey was last visible here, as ISO text | `reset()` |
 * | `inProgressSurvey_<survey>` | JSON of `SavedProgress` | the survey is completed or dismissed, it has expired, opt-out, `reset()` |
 * | `surveyTrigger_<survey>` | JSON: session id, milliseconds since 1970 or null, condition | the survey is finished, the next session, opt-out, `reset()` |
 * | `surveysShown_<session id>` | JSON: number of surveys shown automatically | the first survey of the next session, opt-out, another person |
 *
 * Each JSON has a field `project`, see `projectStore`. All of them go along when `set_config` changes the store; the first two
 * also stay. See D-454.
 *
 * `<survey>` is the result of `surveyKey`. The first three are those of posthog-js, so that a site can switch either way and
 * its visitors keep their progress.
 */

/** Prefix of the marks of finished surveys. See D-112. */
export const SEEN_PREFIX = 'seenSurvey_'
/** Key of the date when any survey was last visible. See D-110. */
export const LAST_SEEN_KEY = 'lastSeenSurveyDate'
/** Prefix of saved progress. See D-172. */
export const PROGRESS_PREFIX = 'inProgressSurvey_'
/** Prefix of triggers that have fired and must outlive a reload. See D-118 to D-120. */
export const TRIGGER_PREFIX = 'surveyTrigger_'
/** Prefix of the number of surveys shown automatically in a session; the session id follows. See D-131. */
export const SHOWN_COUNT_PREFIX = 'surveysShown_'

/** Prefixes of all that surveys store. */
export const MOVED_PREFIXES = [
  SEEN_PREFIX,
  LAST_SEEN_KEY,
  PROGRESS_PREFIX,
  TRIGGER_PREFIX,
  SHOWN_COUNT_PREFIX,
]
/** Keys that say which surveys this device has had, and nothing of the visitor. */
export const MARKS = /^(s|lastS)een/
/** Keys of what a visitor has begun. */
export const OF_A_VISITOR = /^(inP|surveyT)/

/**
 * Returns the last part of a survey's stored keys. It contains an iteration above 0, because a new iteration is a new survey
 * to its visitors.
 *
 * @param separator Stands between id and iteration. See D-115.
 */
export const surveyKey = (id: string, iteration: unknown, separator = '_'): string =>
  Number(iteration) > 0 ? id + separator + iteration : id

/** Returns `surveyKey` of the survey's current iteration. See D-115. */
export const keyOfSurvey = (survey: Survey): string => surveyKey(survey.id, survey.current_iteration)

/** Removes every stored key that begins with one of the prefixes, for `reset()`. */
export const removeByPrefix = (store: Store, ...prefixes: string[]): void =>
  prefixes.flatMap(store.keys).forEach(store.remove)
