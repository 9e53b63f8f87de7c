import type { Page } from '../page/page'
import type { Store } from './store'

/** Tells the living tabs from the dead ones. */
export interface Locks {
  /** Takes a name if nobody has it. @returns Whether it is ours now. */
  take(name: string): Promise<boolean>
  /** Gives all names back. */
  release(): void
}

/** What follows a name and `_` in the key of its lease. */
export const LEASE = 'lease'

/** A lease that was not renewed for so long belongs to a dead tab. */
const LEASE_MS = 60_000
const RENEW_MS = 20_000

/**
 * Web Locks where the browser has them: they end with the page, however it ends. Elsewhere a lease in the store, renewed
 * while the page lives.
 */
export function createLocks(page: Page, store: Store): Locks {
  const ends = new Set<() => void>()
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks

  const takeLock = (name: string) =>
    new Promise<boolean>(resolve => {
      locks!
        .request(name, { ifAvailable: true }, lock => {
          resolve(lock !== null)
          return lock ? new Promise<void>(end => ends.add(() => end())) : undefined
        })
        // Refused in a sandboxed frame, which has no store to share either.
        .catch(() => resolve(true))
    })

  const takeLease = (name: string): boolean => {
    const key = `${name}_${LEASE}`
    const until = Number(store.read(key))
    if (until > page.now()) return false
    let cancel = () => {}
    const renew = () => {
      store.write(key, String(page.now() + LEASE_MS))
      cancel = page.after(RENEW_MS, renew)
    }
    renew()
    ends.add(() => {
      cancel()
      store.remove(key)
    })
    return true
  }

  return {
    take: async name => (locks ? takeLock(name) : takeLease(name)),
    release() {
      for (const end of ends) end()
      ends.clear()
    },
  }
}
