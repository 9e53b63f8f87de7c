import { type CookieSettings, cookieStore } from './cookieStore'
import type { Store } from './store'
import { webStore } from './webStore'

/** Where the visitor may be remembered. */
export type PersistenceMode = 'localStorage+cookie' | 'localStorage' | 'cookie' | 'sessionStorage' | 'memory'

export const PERSISTENCE_MODES: readonly PersistenceMode[] = [
  'localStorage+cookie',
  'localStorage',
  'cookie',
  'sessionStorage',
  'memory',
]

/** The stores of a mode; what the browser refuses is `undefined`, and its values live in memory. */
export interface OpenStores {
  main: Store | undefined
  cookie: Store | undefined
}

/** Opens what a mode names and the browser allows. With `localStorage` closed, the cookie still carries the identity. */
export function openStores(mode: PersistenceMode, cookies: CookieSettings): OpenStores {
  if (mode === 'memory') return { main: undefined, cookie: undefined }
  if (mode === 'sessionStorage') return { main: webStore('sessionStorage'), cookie: undefined }
  return {
    main: mode === 'cookie' ? undefined : webStore('localStorage'),
    cookie: mode === 'localStorage' ? undefined : cookieStore(cookies),
  }
}
