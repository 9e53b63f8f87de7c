import { attempt } from '../lib/attempt'
import { createEmitter } from '../lib/emitter'
import { listen } from '../lib/native'
import type { Store } from './store'

/**
 * Opens `localStorage` or `sessionStorage`. Even reading the property throws in a sandboxed frame or with blocked cookies.
 *
 * @param onThrow Called with the error of a listener that threw.
 * @returns `undefined` if access is denied. A full storage is still returned, since its values can be read and replaced.
 */
export function webStore(
  kind: 'localStorage' | 'sessionStorage',
  onThrow: (error: unknown) => void,
): Store | undefined {
  const storage = attempt(() => window[kind], undefined)
  if (!storage) return undefined
  const changes = createEmitter<Event>(onThrow, emit =>
    attempt(
      () => listen(window, 'storage', emit),
      () => {},
    ),
  )
  // Access may be denied later, and the storage may be full. The caller then keeps its values in memory.
  return {
    read: key => attempt(() => storage.getItem(key) ?? null, null),
    write: (key, value) =>
      attempt(() => {
        storage.setItem(key, value)
        return true
      }, false),
    remove: key => attempt(() => storage.removeItem(key), undefined),
    keys: prefix => attempt(() => Object.keys(storage).filter(key => key.startsWith(prefix)), []),
    onExternalChange: (prefix, listener) =>
      changes.on(event => {
        const { storageArea, key, newValue } = event as StorageEvent
        if (storageArea === storage && key?.startsWith(prefix)) listener(key, newValue)
      }),
  }
}
