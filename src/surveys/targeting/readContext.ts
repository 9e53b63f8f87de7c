import { SURVEY_FLAG_PREFIX } from '../../wire/survey'
import type { DisplayManager } from '../contract'
import type { SurveyHost } from '../host'
import { readProgress } from '../storage/savedProgress'
import type { SeenSurveys } from '../storage/seenSurveys'
import { PROGRESS_PREFIX } from '../storage/storageKeys'
import type { EvaluationContext } from './checks'

/**
 * Reads the current inputs of the checks.
 *
 * @param display Without it, no trigger has fired and no survey is open.
 * @param options.silent Whether flags are read without `$feature_flag_called`. Flags that the service created for surveys
 *   always are. See D-107 to D-109.
 */
export function readContext(
  host: SurveyHost,
  seenSurveys: SeenSurveys,
  display: DisplayManager | undefined,
  options?: { silent: boolean },
): EvaluationContext {
  const { page, store } = host
  const expiry = { now: page.now(), ttlMinutes: host.config().survey_progress_ttl_minutes }
  const isStarted = (key: string) => display?.isStarted(key) === true
  return {
    now: expiry.now,
    url: host.conditionUrl(),
    device: host.deviceType(),
    flag: key => host.flag(key, options?.silent || key.startsWith(SURVEY_FLAG_PREFIX)),
    flagsLoaded: host.flagsLoaded(),
    lastSeen: seenSurveys.lastSeenAt,
    isSeen: seenSurveys.isSeen,
    isInProgress: ({ key }) => isStarted(key) || readProgress(store, PROGRESS_PREFIX + key, expiry) !== null,
    isTriggered: prepared => display?.isTriggered(prepared) === true || isStarted(prepared.key),
    matchesSelector: page.matchesSelector,
  }
}
