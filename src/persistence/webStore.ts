import { attempt } from '../lib/attempt'
import type { Emitter } from '../lib/emitter'
import type { Store } from './store'

/**
 * Opens `localStorage` or `sessionStorage`. Even reading the property throws in a sandboxed frame or with blocked cookies.
 *
 * @param changes The `storage` events of the page.
 * @returns `undefined` if access is denied. A full storage is still returned, since its values can be read and replaced.
 */
export function webStore(
  kind: 'localStorage' | 'sessionStorage',
  changes: Emitter<Event>,
): Store | undefined {
  const storage = attempt(() => window[kind])
  if (!storage) return undefined
  // Access may be denied later, and the storage may be full. The caller then keeps its values in memory.
  return {
    read: key => attempt(() => storage.getItem(key) ?? null, null),
    write: (key, value) =>
      attempt(() => {
        storage.setItem(key, value)
        return true
      }, false),
    remove: key => attempt(() => storage.removeItem(key)),
    keys: prefix => attempt(() => Object.keys(storage).filter(key => key.startsWith(prefix)), []),
    onExternalChange: (prefix, listener) =>
      changes.on(event => {
        const { storageArea, key, newValue } = event as StorageEvent
        if (storageArea === storage && key?.startsWith(prefix)) listener(key, newValue)
      }),
  }
}
