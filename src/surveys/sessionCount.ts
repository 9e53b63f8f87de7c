import type { SurveyHost } from './host'

/** `[session id, number]`: how many surveys were shown by themselves in this session. */
const SHOWN_COUNT = 'surveysShown'

/** Counts against `max_surveys_per_session`; across pages and tabs where something can be stored. */
export function createSessionCount(host: SurveyHost) {
  const { store } = host
  let own: { session: string | undefined; count: number } = { session: undefined, count: 0 }

  const read = (): number => {
    const session = host.sessionId()
    if (own.session !== session) own = { session, count: 0 }
    try {
      const [from, count] = JSON.parse(store.read(SHOWN_COUNT) ?? '[]')
      return from === session ? Math.max(Number(count) || 0, own.count) : own.count
    } catch {
      // Cut off or not ours: what this page has counted stands.
      return own.count
    }
  }

  return {
    reached: (): boolean => {
      const most = host.settings().max_surveys_per_session
      return most > 0 && read() >= most
    },
    add() {
      own = { session: host.sessionId(), count: read() + 1 }
      if (own.session !== undefined) store.write(SHOWN_COUNT, JSON.stringify([own.session, own.count]))
    },
  }
}
