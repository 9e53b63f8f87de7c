import type { Stores } from '../../src/persistence/browserStores'
import { type FakeStorage, fakeStorage } from './fakeStore'

/** What the tabs of one browser share, and each tab's own. */
export interface FakeBrowser {
  local: FakeStorage
  cookies: FakeStorage
  /** A new tab; `session` is its sessionStorage, a copied one for a duplicated tab. */
  tab(session?: FakeStorage): FakeTab
}

export interface FakeTab {
  stores: Stores
  session: FakeStorage
  /** The process ends: no `pagehide`, its locks are free. */
  kill(): void
}

/** A browser without windows. `withoutLocks`: one that has no Web Locks. */
export function fakeBrowser({ withoutLocks = false } = {}): FakeBrowser {
  const local = fakeStorage()
  const cookies = fakeStorage()
  const held = new Map<string, object>()

  return {
    local,
    cookies,
    tab(session = fakeStorage()) {
      const owner = {}
      const own = { local: local.open(), session: session.open(), cookie: cookies.open() }
      const request = async (
        name: string,
        _options: unknown,
        run: (lock: { name: string } | null) => unknown,
      ) => {
        if (held.has(name)) return run(null)
        held.set(name, owner)
        await run({ name })
        if (held.get(name) === owner) held.delete(name)
      }
      return {
        session,
        stores: {
          local: () => own.local,
          session: () => own.session,
          cookie: () => ({ ...own.cookie, keys: () => [], onExternalChange: () => () => {} }),
          locks: withoutLocks ? undefined : ({ request } as unknown as Stores['locks']),
        },
        kill() {
          for (const [name, by] of held) if (by === owner) held.delete(name)
        },
      }
    },
  }
}
