import type { Stores } from '../../src/persistence/browserStores'
import { type FakeStorage, fakeStorage } from './fakeStore'

/** The storage of a browser. */
export interface FakeBrowser {
  local: FakeStorage
  cookies: FakeStorage
  /** Opens a tab. `session` is its sessionStorage: a copy, for a duplicated tab. */
  tab(session?: FakeStorage): FakeTab
}

/** The storage and locks of a tab. */
export interface FakeTab {
  stores: Stores
  session: FakeStorage
  /** Ends the process of the tab without `pagehide`, which releases its locks. */
  kill(): void
}

/** Creates a browser. `withoutLocks`: without Web Locks. */
export function fakeBrowser({ withoutLocks = false } = {}): FakeBrowser {
  const local = fakeStorage()
  const cookies = fakeStorage()
  const lockOwners = new Map<string, object>()

  return {
    local,
    cookies,
    tab(session = fakeStorage()) {
      const owner = {}
      const opened = { local: local.open(), session: session.open(), cookie: cookies.open() }
      const request = async (
        name: string,
        _options: unknown,
        callback: (lock: { name: string } | null) => unknown,
      ) => {
        if (lockOwners.has(name)) return callback(null)
        lockOwners.set(name, owner)
        await callback({ name })
        if (lockOwners.get(name) === owner) lockOwners.delete(name)
      }
      return {
        session,
        stores: {
          local: () => opened.local,
          session: () => opened.session,
          cookie: () => ({ ...opened.cookie, keys: () => [], onExternalChange: () => () => {} }),
          locks: withoutLocks ? undefined : ({ request } as unknown as Stores['locks']),
        },
        kill() {
          for (const [name, holder] of lockOwners) if (holder === owner) lockOwners.delete(name)
        },
      }
    },
  }
}
