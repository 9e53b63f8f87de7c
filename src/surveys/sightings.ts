import { SURVEY_SHOWN } from '../wire/event'
import type { HeardEvent } from './director'
import type { SurveyHost } from './host'
import { keyDealtWith, LAST_SEEN, markSeen, SEEN } from './seen'

/** Which surveys were dealt with on this device, and when one was last visible. */
export interface Sightings {
  isSeen(key: string): boolean
  /** Milliseconds since 1970; NaN when there was none. */
  last(): number
  /** Takes note of a captured event. @returns Whether it was about a survey. */
  note(event: HeardEvent): boolean
  forget(): void
}

/** Keeps them in memory as well, for when nothing can be stored. */
export function createSightings({ page, store }: SurveyHost): Sightings {
  const seen = new Set<string>()
  let last = Number.NaN

  return {
    isSeen: key => seen.has(key) || store.read(SEEN + key) !== null,
    last: () => Date.parse(store.read(LAST_SEEN) ?? '') || last,
    note({ event, properties }) {
      const key = keyDealtWith(event, properties)
      if (key !== undefined) {
        seen.add(key)
        markSeen(store, key)
      } else if (event === SURVEY_SHOWN) {
        last = page.now()
        store.write(LAST_SEEN, page.iso())
      } else return false
      return true
    },
    forget() {
      seen.clear()
      last = Number.NaN
      for (const stored of [...store.keys(SEEN), LAST_SEEN]) store.remove(stored)
    },
  }
}
