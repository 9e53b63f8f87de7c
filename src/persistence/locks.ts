import { callAll } from '../lib/callAll'
import { platformOptions } from '../lib/nullProtoRecord'
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
        .request(name, platformOptions({ ifAvailable: true }), lock => {
          // `release` may have been called meanwhile. A page that holds a lock does not enter the back/forward cache.
          const isOurs = lock !== null && initialReleases === releases
          resolve(isOurs)
          return isOurs ? new Promise<void>(release => releases.push(release)) : undefined
        })
        .catch(reject)
      // Web Locks are denied in a sandboxed frame, which has no shared storage either. Privacy extensions throw at once.
    }).catch(() => true)

  const acquireLease = (name: string): boolean => {
    const key = `${name}_${LEASE}`
    let cancelTimer = () => {}
    const write = () => store.write(key, `${page.now() + LEASE_MS}`)
    const remainingMs = Number(store.read(key)) - page.now()
    // The clock was set back, or the lease is damaged: a tab that is alive renews it in time. See D-698.
    if (remainingMs > LEASE_MS) write()
    if (remainingMs > 0) return false
    const renew = () => {
      write()
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
      callAll(releases)()
      releases = []
    },
  }
}

/** The locks of one tab. */
export type Locks = ReturnType<typeof createLocks>
