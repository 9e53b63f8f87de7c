import { parseJson, stringify } from '../../lib/json'
import type { SurveyHost } from '../host'
import { removeByPrefix, SHOWN_COUNT_PREFIX } from '../storage/storageKeys'

/**
 * Creates the count of popovers that opened by themselves in a visitor session, for `max_surveys_per_session`. Covers all pages
 * and tabs of the session when something can be stored, else this page.
 *
 * See D-131.
 */
export function createSessionCap({ store, config, sessionId, recordActivity }: SurveyHost) {
  const key = () => SHOWN_COUNT_PREFIX + sessionId()
  // Truncated, or written by other code: no popover is known.
  const count = () => Number(Object(parseJson(store.read(key())))[0]) || 0

  return {
    /** Whether no further popover may open by itself. A maximum of 0 is no limit. */
    isReached(): boolean {
      const max = config().max_surveys_per_session
      return max > 0 && count() >= max
    },
    /** Counts one popover, and forgets other sessions. */
    add() {
      // The survey may be what begins the session.
      recordActivity()
      const next = count() + 1
      removeByPrefix(store, SHOWN_COUNT_PREFIX)
      store.write(key(), stringify([next]))
    },
  }
}
