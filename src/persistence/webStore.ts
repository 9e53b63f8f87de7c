import type { Store } from './store'

/**
 * `localStorage` or `sessionStorage` as a store. Touching either throws in a sandboxed frame or with cookies blocked, so
 * even the property is read inside a try.
 *
 * @returns `undefined` when it cannot be written to.
 */
export function webStore(kind: 'localStorage' | 'sessionStorage'): Store | undefined {
  let storage: Storage
  try {
    storage = window[kind]
    storage.setItem(PROBE, PROBE)
    storage.removeItem(PROBE)
  } catch (error) {
    // Full is not closed: what is there can still be read and replaced.
    if ((error as Error | undefined)?.name !== 'QuotaExceededError') return undefined
    storage = window[kind]
  }
  const attempt = <T>(run: () => T, otherwise: T): T => {
    try {
      return run()
    } catch {
      return otherwise
    }
  }
  return {
    read: key => attempt(() => storage.getItem(key), null),
    write: (key, value) =>
      attempt(() => {
        storage.setItem(key, value)
        return true
      }, false),
    remove: key => attempt(() => storage.removeItem(key), undefined),
    keys: prefix =>
      attempt(() => {
        const found: string[] = []
        for (let i = 0; i < storage.length; i++) {
          const key = storage.key(i)
          if (key?.startsWith(prefix)) found.push(key)
        }
        return found
      }, []),
    onForeignChange: (prefix, run) => {
      const listener = (event: StorageEvent) => {
        if (event.storageArea === storage && event.key?.startsWith(prefix)) run(event.key, event.newValue)
      }
      window.addEventListener('storage', listener)
      return () => window.removeEventListener('storage', listener)
    },
  }
}

const PROBE = '__earshot__'
