import type { SurveyHost } from '../host'
import { SHOWN_COUNT_KEY } from '../storage/storageKeys'

/** Counts against `max_surveys_per_session`; across pages and tabs where something can be stored. */
export function createSessionCap(host: SurveyHost) {
  const { store } = host
  let counted: { session: string | undefined; count: number } = { session: undefined, count: 0 }

  const read = (): number => {
    const session = host.sessionId()
    if (counted.session !== session) counted = { session, count: 0 }
    try {
      const [from, count] = JSON.parse(store.read(SHOWN_COUNT_KEY) ?? '[]')
      return from === session ? Math.max(Number(count) || 0, counted.count) : counted.count
    } catch {
      // Cut off or not ours: what this page has counted stands.
      return counted.count
    }
  }

  return {
    isReached: (): boolean => {
      const most = host.config().max_surveys_per_session
      return most > 0 && read() >= most
    },
    add() {
      counted = { session: host.sessionId(), count: read() + 1 }
      if (counted.session !== undefined)
        store.write(SHOWN_COUNT_KEY, JSON.stringify([counted.session, counted.count]))
    },
  }
}
