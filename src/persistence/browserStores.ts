import { type CookieConfig, cookieStore } from './cookieStore'
import type { Store } from './store'
import { webStore } from './webStore'

/** Where the visitor may be remembered. */
export type PersistenceMode = 'localStorage+cookie' | 'localStorage' | 'cookie' | 'sessionStorage' | 'memory'

/** Door 3 as a whole: what a browser has for remembering; `undefined` is what it refuses. Tests hand in their own. */
export interface Stores {
  local(): Store | undefined
  session(): Store | undefined
  cookie(settings: CookieConfig): Store | undefined
  /** Web Locks, where the browser has them and they cost the page nothing. */
  locks: Pick<LockManager, 'request'> | undefined
}

/** Those of the browser. */
export const browserStores = (): Stores => ({
  local: () => webStore('localStorage'),
  session: () => webStore('sessionStorage'),
  cookie: cookieStore,
  // Firefox, which alone has that name, keeps no page for the way back that holds a lock when it is left: `pagehide` is too
  // late to give it back.
  locks: 'mozInnerScreenX' in window ? undefined : navigator.locks,
})

/** Opens what a mode names. With `localStorage` closed, the cookie still carries the identity. */
export const openStores = (mode: PersistenceMode, stores: Stores, cookies: CookieConfig) => ({
  main: mode.startsWith('local') ? stores.local() : mode === 'sessionStorage' ? stores.session() : undefined,
  cookie: mode.endsWith('cookie') ? stores.cookie(cookies) : undefined,
  tab: mode === 'memory' ? undefined : stores.session(),
})
