import { SURVEY_SHOWN } from '../../wire/event'
import type { TriggerEvent } from '../contract'
import type { SurveyHost } from '../host'
import { finishedSurveyKey, LAST_SEEN_KEY, markSeen, SEEN_PREFIX } from './storageKeys'

/** Which surveys were dealt with on this device, and when one was last visible. */
export interface SeenSurveys {
  isSeen(key: string): boolean
  /** Milliseconds since 1970; NaN when there was none. */
  lastSeenAt(): number
  /** Takes note of a captured event. @returns Whether it was about a survey. */
  recordEvent(event: TriggerEvent): boolean
  clear(): void
}

/** Keeps them in memory as well, for when nothing can be stored. */
export function createSeenSurveys({ page, store }: SurveyHost): SeenSurveys {
  const seen = new Set<string>()
  let lastSeenAt = Number.NaN

  return {
    isSeen: key => seen.has(key) || store.read(SEEN_PREFIX + key) !== null,
    lastSeenAt: () => Date.parse(store.read(LAST_SEEN_KEY) ?? '') || lastSeenAt,
    recordEvent({ event, properties }) {
      const key = finishedSurveyKey(event, properties)
      if (key !== undefined) {
        seen.add(key)
        markSeen(store, key)
      } else if (event === SURVEY_SHOWN) {
        lastSeenAt = page.now()
        store.write(LAST_SEEN_KEY, page.isoTimestamp())
      } else return false
      return true
    },
    clear() {
      seen.clear()
      lastSeenAt = Number.NaN
      for (const stored of [...store.keys(SEEN_PREFIX), LAST_SEEN_KEY]) store.remove(stored)
    },
  }
}
