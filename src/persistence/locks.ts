import type { Page } from '../page/page'
import type { Stores } from './browserStores'
import type { Store } from './store'

/** Suffix of the stored key of a lease, after the name and `_`. */
export const LEASE = 'lease'

/** A lease that was not renewed for this long has expired. Browsers run the timers of hidden tabs once a minute. */
const LEASE_MS = 180_000
const RENEW_MS = 60_000

/**
 * Creates the locks of one tab, which show other tabs that it is alive. See D-039.
 *
 * Uses Web Locks where available: the browser releases them however the page ends. Elsewhere it uses a lease in the store,
 * renewed while the page lives.
 */
export function createLocks(page: Page, store: Store, manager: Stores['locks']) {
  let releases: (() => void)[] = []

  const acquireLock = (name: string) =>
    new Promise<boolean>((resolve, reject) => {
      const initialReleases = releases
      manager!
        .request(name, { ifAvailable: true }, lock => {
          // `release` may have been called meanwhile. A page that holds a lock does not enter the back/forward cache.
          const isOurs = lock !== null && initialReleases === releases
          resolve(isOurs)
          return isOurs ? new Promise<void>(release => releases.push(release)) : undefined
        })
        .catch(reject)
      // Web Locks are denied in a sandboxed frame, which has no shared storage either. A privacy extension may throw at once.
    }).catch(() => true)

  const acquireLease = (name: string): boolean => {
    const key = `${name}_${LEASE}`
    const remainingMs = Number(store.read(key)) - page.now()
    // A longer lease is damaged, and would never end.
    if (remainingMs > 0 && remainingMs <= LEASE_MS) return false
    let cancelTimer = () => {}
    const renew = () => {
      store.write(key, String(page.now() + LEASE_MS))
      cancelTimer = page.setTimer(RENEW_MS, renew)
    }
    renew()
    releases.push(() => {
      cancelTimer()
      store.remove(key)
    })
    return true
  }

  return {
    /** Acquires a lock if it is free. Resolves to whether this tab holds it. Never rejects. */
    acquire: async (name: string): Promise<boolean> => (manager ? acquireLock(name) : acquireLease(name)),
    /** Releases all locks, including those that are still being acquired. */
    release() {
      for (const release of releases) release()
      releases = []
    },
  }
}

/** The locks of one tab. */
export type Locks = ReturnType<typeof createLocks>
