import { SURVEY_FLAG_PREFIX } from '../wire/survey'
import type { Director } from './director'
import type { Surroundings } from './eligibility'
import type { SurveyHost } from './host'
import { readProgress } from './progress'
import type { Sightings } from './sightings'

/**
 * Looks around, for decisions.
 *
 * @param director The acting part; without it no trigger has fired and nothing is open.
 * @param options.quiet True: no flag counts as looked at.
 */
export function lookAround(
  host: SurveyHost,
  sightings: Sightings,
  director: Director | undefined,
  { quiet } = { quiet: false },
): Surroundings {
  const { page, store } = host
  const clock = { now: page.now(), ttlMinutes: host.settings().survey_progress_ttl_minutes }
  const isBegun = (key: string) => director?.isBegun(key) === true
  return {
    now: clock.now,
    url: host.conditionUrl(),
    device: host.deviceType(),
    flag: key => host.flag(key, quiet || key.startsWith(SURVEY_FLAG_PREFIX)),
    flagsLoaded: host.flagsLoaded(),
    lastSeen: sightings.last,
    isSeen: sightings.isSeen,
    isUnderWay: ({ key, survey }) => isBegun(key) || readProgress(store, survey, clock) !== null,
    isTriggered: key => director?.isTriggered(key) === true || isBegun(key),
    has: page.has,
  }
}
