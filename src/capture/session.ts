import { createEmitter } from '../lib/emitter'
import { isUuid } from '../lib/uuid'
import type { Page } from '../page/page'
import type { StoredKeys } from '../persistence/keys'
import type { PersistedRecord } from '../persistence/record'
import type { Store } from '../persistence/store'

/** Ids of the visit and of the tab. */
export interface SessionIds {
  sessionId: string
  windowId: string
}

/** Why a session began. */
export type SessionReason =
  | 'noSessionId'
  | 'activityTimeout'
  | 'sessionPastMaximumLength'
  | 'crossTabAdoption'

export interface Sessions {
  /** The ids for something that happens now: the visitor is active, and a session that has run out is replaced. */
  recordActivity(): SessionIds
  /** The ids as they are, without taking it for activity; `undefined` before the first. */
  current(): SessionIds | undefined
  /** Calls back with the ids, at once when there are some, and whenever they change. */
  on(run: (ids: SessionIds, reason: SessionReason | undefined) => void): () => void
  /** The next activity begins a new session. */
  end(): void
  stop(): void
}

const MAX_DURATION_MS = 24 * 3_600_000
/** Activity is stored at most so often. */
const STORE_INTERVAL_MS = 5_000

/** In the record: last activity, session id, beginning. Named and shaped as posthog-js has it. */
type StoredSession = [lastMs: number, id: string | null, startMs: number]

export interface SessionDeps {
  page: Page
  record: PersistedRecord
  /** sessionStorage, or what stands for it. */
  tab: Store
  keys: StoredKeys
  /** How long a visitor may do nothing. */
  idleMs(): number
  /** UUIDv7 of a session to go on with, when none is stored. */
  bootstrapId: string | undefined
  /** Hears of a listener that threw. */
  onThrow(error: unknown): void
}

/** Sessions end after `idleMs` without activity, and after a day in any case; all tabs share one, each with a window id. */
export function createSessions({
  page,
  record,
  tab,
  keys,
  idleMs,
  bootstrapId,
  onThrow,
}: SessionDeps): Sessions {
  const changed = createEmitter<[SessionIds, SessionReason]>(onThrow)
  let last = 0
  let id: string | null = null
  let start = 0
  let persistedAt = 0
  let windowId = tab.read(keys.primaryWindow) ? null : tab.read(keys.window)

  const stored = (): StoredSession => record.get<StoredSession>('$sesid') ?? [0, null, 0]
  const load = () => {
    ;[last, id, start] = stored()
  }
  const claimWindow = () => tab.write(keys.primaryWindow, '1')
  const createWindowId = () => {
    windowId = page.uuid()
    tab.write(keys.window, windowId)
    return windowId
  }
  const ids = (): SessionIds => ({ sessionId: id!, windowId: windowId ?? createWindowId() })
  const persist = (now: boolean) => {
    record.set({ $sesid: [last, id, start] satisfies StoredSession }, now)
    persistedAt = last
  }
  // A clock that was set back is no gap; one that jumps ahead cannot be told from a laptop that slept.
  const expiryReason = (now: number): SessionReason | undefined => {
    if (!id) return 'noSessionId'
    if (now - last > idleMs()) return 'activityTimeout'
    return now - start > MAX_DURATION_MS ? 'sessionPastMaximumLength' : undefined
  }

  load()
  if (!id && isUuid(bootstrapId)) {
    id = bootstrapId
    last = page.now()
    // An id of another kind holds no time, and no session has begun in the future.
    start = Math.min(last, Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  }
  claimWindow()
  const cleanups = [
    page.on('pagehide', () => {
      if (id) persist(false)
      // A reload is the same window; a tab duplicated from this one is not.
      tab.remove(keys.primaryWindow)
    }),
    page.on('restore', claimWindow),
  ]

  return {
    recordActivity() {
      const now = page.now()
      const previousId = id
      let reason = expiryReason(now)
      const [, storedId, storedStart] = stored()
      if (reason || (storedId !== id && storedStart > start)) {
        // Another tab may have kept the session alive, or begun the next one.
        record.sync()
        load()
        reason = expiryReason(now)
        if (reason) {
          id = page.uuid()
          start = now
        } else if (id !== previousId) reason = 'crossTabAdoption'
        if (reason && previousId) createWindowId()
      }
      last = now
      // A tab that is opened now must find the session that has begun.
      if (reason || now - persistedAt >= STORE_INTERVAL_MS) persist(reason !== undefined)
      const current = ids()
      if (reason) changed.emit([current, reason])
      return current
    },
    current: () => (id ? ids() : undefined),
    on(run) {
      const end = changed.on(([current, reason]) => run(current, reason))
      if (id) run(ids(), undefined)
      return end
    },
    end() {
      id = null
      windowId = null
      record.set({ $sesid: undefined })
    },
    stop: () => cleanups.forEach(end => end()),
  }
}
