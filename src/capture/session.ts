import { callAll } from '../lib/callAll'
import { createEmitter } from '../lib/emitter'
import { isUuid, uuidTime } from '../lib/uuid'
import type { Page } from '../page/page'
import type { StoredKeys } from '../persistence/keys'
import type { PersistedRecord } from '../persistence/record'
import type { Store } from '../persistence/store'

/** Ids of the current session and the current tab. */
export interface SessionIds {
  sessionId: string
  windowId: string
}

/** Why a session started. */
export type SessionReason =
  | 'noSessionId'
  | 'activityTimeout'
  | 'sessionPastMaximumLength'
  | 'crossTabAdoption'

const MAX_DURATION_MS = 24 * 3_600_000
/** Minimum time between two writes of the last activity. */
const STORE_INTERVAL_MS = 5_000

/** Last activity, session id and start, as stored in the record. The format is that of posthog-js. */
type StoredSession = [lastMs: number, id: string | null, startMs: number]

/** What sessions need from the client. */
export interface SessionDeps {
  page: Page
  record: PersistedRecord
  /** Store of the tab: `sessionStorage` or its replacement. */
  tabStore: Store
  keys: StoredKeys
  /** Idle timeout of a session, in milliseconds. */
  idleTimeoutMs(): number
  /** UUIDv7 of a session to continue when none is stored. */
  sessionId: string | undefined
  /** Called with the error of a listener that threw. */
  onThrow(error: unknown): void
}

/**
 * Creates the sessions of a visitor. All tabs share one session and each tab has a window id. See D-040 to D-042.
 *
 * A session expires after `idleTimeoutMs` without activity, and after 24 hours in any case.
 */
export function createSessions({
  page,
  record,
  tabStore,
  keys,
  idleTimeoutMs,
  sessionId,
  onThrow,
}: SessionDeps) {
  const change = createEmitter<[SessionIds, SessionReason]>(onThrow)
  const stored = (): StoredSession => record.get<StoredSession>('$sesid') ?? [0, null, 0]
  let [lastMs, id, startMs] = stored()
  let storedMs = 0
  const storedWindowId = tabStore.read(keys.window)
  let windowId = !tabStore.read(keys.primaryWindow) && isUuid(storedWindowId) ? storedWindowId : null

  const claimWindow = () => tabStore.write(keys.primaryWindow, '1')
  const createWindowId = () => {
    windowId = page.uuid()
    tabStore.write(keys.window, windowId)
    return windowId
  }
  const ids = (): SessionIds => ({ sessionId: id!, windowId: windowId ?? createWindowId() })
  const persist = () => {
    record.set({ $sesid: [lastMs, id, startMs] satisfies StoredSession })
    storedMs = lastMs
  }
  // A clock set back does not expire a session. A clock that jumps ahead looks the same as a laptop that slept.
  const expiryReason = (now: number): SessionReason | undefined => {
    if (!id) return 'noSessionId'
    if (now - lastMs > idleTimeoutMs()) return 'activityTimeout'
    return now - startMs > MAX_DURATION_MS ? 'sessionPastMaximumLength' : undefined
  }

  if (!id && isUuid(sessionId)) {
    id = sessionId
    lastMs = page.now()
    // A UUIDv7 starts with its creation time. The limit covers UUIDs of other versions.
    startMs = Math.min(lastMs, uuidTime(id))
    persist()
  }
  claimWindow()
  const stop = callAll([
    page.on('pagehide', () => {
      if (id) persist()
      // A reload keeps the window id. A duplicated tab finds this key and creates its own id.
      tabStore.remove(keys.primaryWindow)
    }),
    page.on('restore', claimWindow),
  ])

  return {
    /** Returns the ids for an event that happens now. Counts as activity, and replaces an expired session. */
    recordActivity(): SessionIds {
      const now = page.now()
      const previousId = id
      const [, storedId, storedStart] = stored()
      // Another tab has logged out the person of this session. See D-417.
      if (!storedId) id = null
      let reason = expiryReason(now)
      if (reason || (storedId !== id && storedStart > startMs)) {
        // Another tab may have extended the session or started the next one.
        record.refresh()
        ;[lastMs, id, startMs] = stored()
        reason = expiryReason(now)
        if (reason) {
          id = page.uuid()
          startMs = now
        } else if (id !== previousId) reason = previousId ? 'crossTabAdoption' : 'noSessionId'
        if (reason && previousId) createWindowId()
      }
      lastMs = now
      if (reason || now - storedMs >= STORE_INTERVAL_MS) persist()
      // A tab that opens now must find the new session.
      if (reason) record.save()
      const current = ids()
      if (reason) change.emit([current, reason])
      return current
    },
    /** Returns the current ids without counting as activity; `undefined` before the first session. */
    current: () => (id ? ids() : undefined),
    /** Calls back with the current ids if there are any, and after each change. Returns a function that unsubscribes. */
    on(listener: (ids: SessionIds, reason: SessionReason | undefined) => void): () => void {
      const unsubscribe = change.on(([current, reason]) => listener(current, reason))
      if (id) listener(ids(), undefined)
      return unsubscribe
    },
    /** Ends the session. The next activity starts a new one. */
    end() {
      id = null
      windowId = null
      record.set({ $sesid: undefined })
    },
    stop,
  }
}

/** The sessions of a visitor. */
export type Sessions = ReturnType<typeof createSessions>
