import { listen } from '../lib/native'
import type { Store } from './store'

/**
 * `localStorage` or `sessionStorage` as a store. Touching either throws in a sandboxed frame or with cookies blocked, so
 * even the property is read inside a try.
 *
 * @returns `undefined` when it is closed. A full one is open: what is there can be read and replaced.
 */
export function webStore(kind: 'localStorage' | 'sessionStorage'): Store | undefined {
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run()
    } catch {
      // Closed or full: the caller goes on with what it has in memory.
      return undefined
    }
  }
  const storage = attempt(() => window[kind])
  if (!storage) return undefined
  return {
    read: key => attempt(() => storage.getItem(key)) ?? null,
    write: (key, value) =>
      attempt(() => {
        storage.setItem(key, value)
        return true
      }) ?? false,
    remove: key => attempt(() => storage.removeItem(key)),
    keys: prefix => attempt(() => Object.keys(storage).filter(key => key.startsWith(prefix))) ?? [],
    onExternalChange: (prefix, run) =>
      listen(window, 'storage', event => {
        const { storageArea, key, newValue } = event as StorageEvent
        if (storageArea === storage && key?.startsWith(prefix)) run(key, newValue)
      }),
  }
}
