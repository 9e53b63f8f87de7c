import type { Page } from '../page/page'
import type { Stores } from './openStore'
import type { Store } from './store'

/** Tells the living tabs from the dead ones. */
export interface Locks {
  /** Takes a name if nobody has it. @returns Whether it is ours now. */
  take(name: string): Promise<boolean>
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
  let ends: (() => void)[] = []

  const takeLock = (name: string) =>
    new Promise<boolean>(resolve => {
      const before = ends
      manager!
        .request(name, { ifAvailable: true }, lock => {
          // Released meanwhile: a page that holds a lock is not kept for the way back.
          const isOurs = lock !== null && before === ends
          resolve(isOurs)
          return isOurs ? new Promise<void>(end => ends.push(end)) : undefined
        })
        // Refused in a sandboxed frame, which has no store to share either.
        .catch(() => resolve(true))
    })

  const takeLease = (name: string): boolean => {
    const key = `${name}_${LEASE}`
    if (Number(store.read(key)) > page.now()) return false
    let cancel = () => {}
    const renew = () => {
      store.write(key, String(page.now() + LEASE_MS))
      cancel = page.after(RENEW_MS, renew)
    }
    renew()
    ends.push(() => {
      cancel()
      store.remove(key)
    })
    return true
  }

  return {
    take: async name => (manager ? takeLock(name) : takeLease(name)),
    release() {
      for (const end of ends) end()
      ends = []
    },
  }
}
