import type { Activations } from './activations'
import type { Surroundings } from './eligibility'
import type { SurveyHost } from './host'
import { readProgress } from './progress'
import { LAST_SEEN, SEEN } from './seen'
import type { Stage } from './stage'

/** What this page remembers itself, for when nothing can be stored. */
export interface Memory {
  seen: Set<string>
  /** Milliseconds since 1970. */
  lastSeen: number | undefined
}

/** Flags that the service makes for surveys: looking at them is nobody's exposure to anything. */
const OWN_FLAG = 'survey-targeting-'

/**
 * Looks around, for decisions.
 *
 * @param options.quiet True: no flag counts as looked at.
 */
export function lookAround(
  host: SurveyHost,
  { memory, activations, stage }: { memory: Memory; activations: Activations; stage: Stage },
  { quiet }: { quiet: boolean },
): Surroundings {
  const { page, store } = host
  const clock = { now: page.now(), ttlMinutes: host.settings().survey_progress_ttl_minutes }
  return {
    now: clock.now,
    url: host.conditionUrl(),
    device: host.deviceType(),
    flag: key => host.flag(key, quiet || key.startsWith(OWN_FLAG)),
    flagsLoaded: host.flagsState() === 'loaded',
    lastSeen: () => Date.parse(store.read(LAST_SEEN) ?? '') || (memory.lastSeen ?? Number.NaN),
    isSeen: key => memory.seen.has(key) || store.read(SEEN + key) !== null,
    isUnderWay: ({ key, survey }) => stage.isBegun(key) || readProgress(store, survey, clock) !== null,
    isTriggered: key => activations.has(key) || stage.isBegun(key),
    has: page.has,
  }
}
