import { SURVEY_FLAG_PREFIX } from '../../wire/survey'
import type { DisplayManager } from '../contract'
import type { SurveyHost } from '../host'
import { readProgress } from '../storage/savedProgress'
import type { SeenSurveys } from '../storage/seenSurveys'
import type { EvaluationContext } from './checks'

/**
 * Looks around, for decisions.
 *
 * @param display The acting part; without it no trigger has fired and nothing is open.
 * @param options.quiet True: no flag counts as looked at.
 */
export function readContext(
  host: SurveyHost,
  seenSurveys: SeenSurveys,
  display: DisplayManager | undefined,
  { silent } = { silent: false },
): EvaluationContext {
  const { page, store } = host
  const clock = { now: page.now(), ttlMinutes: host.config().survey_progress_ttl_minutes }
  const isStarted = (key: string) => display?.isStarted(key) === true
  return {
    now: clock.now,
    url: host.conditionUrl(),
    device: host.deviceType(),
    flag: key => host.flag(key, silent || key.startsWith(SURVEY_FLAG_PREFIX)),
    flagsLoaded: host.flagsLoaded(),
    lastSeen: seenSurveys.lastSeenAt,
    isSeen: seenSurveys.isSeen,
    isInProgress: ({ key, survey }) => isStarted(key) || readProgress(store, survey, clock) !== null,
    isTriggered: key => display?.isTriggered(key) === true || isStarted(key),
    matchesSelector: page.matchesSelector,
  }
}
