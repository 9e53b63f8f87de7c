import type { Store } from '../../src/persistence/store'

/** Creates a store in memory. */
export function memoryStore(): Store {
  const map = new Map<string, string>()
  return {
    read: key => map.get(key) ?? null,
    write: (key, value) => {
      map.set(key, value)
      return true
    },
    remove: key => {
      map.delete(key)
    },
    keys: prefix => [...map.keys()].filter(key => key.startsWith(prefix)),
    onExternalChange: () => () => {},
  }
}
