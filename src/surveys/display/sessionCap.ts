import { parseJson, stringify } from '../../lib/json'
import type { SurveyHost } from '../host'
import { SHOWN_COUNT_KEY } from '../storage/storageKeys'

/**
 * Creates the count of popovers that opened by themselves in a visitor session, for `max_surveys_per_session`. Covers all pages
 * and tabs of the session when something can be stored, else this page.
 *
 * See D-131.
 */
export function createSessionCap(host: SurveyHost) {
  const { store } = host
  let counted: { sessionId: string | undefined; count: number } = { sessionId: undefined, count: 0 }

  function readCount(): number {
    const sessionId = host.sessionId()
    if (counted.sessionId !== sessionId) counted = { sessionId, count: 0 }
    // Truncated, or written by other code: only what this page has counted is known.
    const { 0: storedId, 1: count } = Object(parseJson(store.read(SHOWN_COUNT_KEY)))
    return storedId === sessionId ? Math.max(Number(count) || 0, counted.count) : counted.count
  }

  return {
    /** Whether no further popover may open by itself. A maximum of 0 is no limit. */
    isReached(): boolean {
      const max = host.config().max_surveys_per_session
      return max > 0 && readCount() >= max
    },
    /** Counts one popover. */
    add() {
      counted = { sessionId: host.sessionId(), count: readCount() + 1 }
      if (counted.sessionId !== undefined)
        store.write(SHOWN_COUNT_KEY, stringify([counted.sessionId, counted.count]))
    },
  }
}
