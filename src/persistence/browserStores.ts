import { attempt } from '../lib/attempt'
import { createEmitter } from '../lib/emitter'
import { memoizeLast } from '../lib/memoizeLast'
import { listen } from '../lib/native'
import { type CookieConfig, cookieStore } from './cookieStore'
import type { Store } from './store'
import { webStore } from './webStore'

/** Where the visitor is stored: values of the option `persistence`. */
export type PersistenceMode = 'localStorage+cookie' | 'localStorage' | 'cookie' | 'sessionStorage' | 'memory'

/** All storage of a browser. A store that the browser denies is `undefined`. Tests use `fakeBrowser`. */
export interface Stores {
  /** Opens `localStorage`. */
  local(): Store | undefined
  /** Opens `sessionStorage`. */
  session(): Store | undefined
  /** Opens cookies. */
  cookie(config: CookieConfig): Store | undefined
  /** Web Locks; `undefined` where they are missing or affect the back/forward cache. See D-039. */
  locks: Pick<LockManager, 'request'> | undefined
}

/**
 * Returns the storage of the current browser.
 *
 * @param onThrow Called with the error of a listener that threw.
 */
export function browserStores(onThrow: (error: unknown) => void): Stores {
  const changes = createEmitter<Event>(onThrow, emit => listen(window, 'storage', emit))
  return {
    local: memoizeLast(() => webStore('localStorage', changes)),
    session: memoizeLast(() => webStore('sessionStorage', changes)),
    cookie: cookieStore,
    // Firefox, detected by `mozInnerScreenX`, does not put a page that holds a lock into the back/forward cache. Releasing the
    // lock at `pagehide` is too late.
    locks: attempt(() => ('mozInnerScreenX' in window ? undefined : navigator.locks)),
  }
}

/** Opens the stores of a persistence mode. What has no place in `localStorage` or in a cookie lives as long as the tab. See D-826. */
export const openStores = (mode: PersistenceMode, stores: Stores, cookies: CookieConfig) => {
  const tab = mode === 'memory' ? undefined : stores.session()
  return {
    main: (mode.startsWith('local') && stores.local()) || tab,
    cookie: mode.endsWith('cookie') ? stores.cookie(cookies) : undefined,
    tab,
  }
}
