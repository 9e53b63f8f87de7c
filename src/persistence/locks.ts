import type { Page } from '../page/page'
import type { Stores } from './browserStores'
import type { Store } from './store'

/** Tells the living tabs from the dead ones. */
export interface Locks {
  /** Takes a name if nobody has it. @returns Whether it is ours now. */
  acquire(name: string): Promise<boolean>
  /** Gives all names back, and refuses those that are still on their way. */
  release(): void
}

/** What follows a name and `_` in the key of its lease. */
export const LEASE = 'lease'

/** A lease that was not renewed for so long belongs to a dead tab: browsers run the timers of hidden tabs once a minute. */
const LEASE_MS = 180_000
const RENEW_MS = 60_000

/**
 * Web Locks where the browser has them: they end with the page, however it ends. Elsewhere a lease in the store, renewed
 * while the page lives.
 */
export function createLocks(page: Page, store: Store, manager: Stores['locks']): Locks {
  let releases: (() => void)[] = []

  const acquireLock = (name: string) =>
    new Promise<boolean>(resolve => {
      const before = releases
      manager!
        .request(name, { ifAvailable: true }, lock => {
          // Released meanwhile: a page that holds a lock is not kept for the way back.
          const isOurs = lock !== null && before === releases
          resolve(isOurs)
          return isOurs ? new Promise<void>(end => releases.push(end)) : undefined
        })
        // Refused in a sandboxed frame, which has no store to share either.
        .catch(() => resolve(true))
    })

  const acquireLease = (name: string): boolean => {
    const key = `${name}_${LEASE}`
    if (Number(store.read(key)) > page.now()) return false
    let cancel = () => {}
    const renew = () => {
      store.write(key, String(page.now() + LEASE_MS))
      cancel = page.setTimer(RENEW_MS, renew)
    }
    renew()
    releases.push(() => {
      cancel()
      store.remove(key)
    })
    return true
  }

  return {
    acquire: async name => (manager ? acquireLock(name) : acquireLease(name)),
    release() {
      for (const end of releases) end()
      releases = []
    },
  }
}
