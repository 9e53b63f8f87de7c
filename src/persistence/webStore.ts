import { listen } from '../lib/native'
import type { Store } from './store'

/**
 * Opens `localStorage` or `sessionStorage`. Even reading the property throws in a sandboxed frame or with blocked cookies.
 *
 * @returns `undefined` if access is denied. A full storage is still returned, since its values can be read and replaced.
 */
export function webStore(kind: 'localStorage' | 'sessionStorage'): Store | undefined {
  const attempt = <T>(operation: () => T): T | undefined => {
    try {
      return operation()
    } catch {
      // Access is denied, or the storage is full. The caller keeps its values in memory.
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
    onExternalChange: (prefix, listener) =>
      attempt(() =>
        listen(window, 'storage', event => {
          const { storageArea, key, newValue } = event as StorageEvent
          if (storageArea === storage && key?.startsWith(prefix)) listener(key, newValue)
        }),
      ) ?? (() => {}),
  }
}
