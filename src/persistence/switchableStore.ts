import type { Store } from './store'

/**
 * A store behind which another is put and taken away, as consent and configuration decide. Without one, and where it is
 * full, values live in memory, as long as the page does; `write` then answers false.
 */
export interface SwitchableStore extends Store {
  /** Puts a store behind the door, and moves to it what memory holds; what the one before holds is left alone. */
  setBackend(backend: Store | undefined): void
}

/**
 * @param evict Asked when the store does not take what is to be kept under a key: gives up something that matters less.
 *   False: there is no such thing.
 */
export function switchableStore(backend?: Store, evict?: (key: string) => boolean): SwitchableStore {
  const memory = new Map<string, string>()
  const listeners = new Set<{
    prefix: string
    run: Parameters<Store['onExternalChange']>[1]
    end?: () => void
  }>()
  const write = (key: string, value: string) => {
    while (backend) {
      if (backend.write(key, value)) {
        memory.delete(key)
        return true
      }
      if (!evict?.(key)) break
    }
    memory.set(key, value)
    return false
  }
  return {
    write,
    read: key => memory.get(key) ?? backend?.read(key) ?? null,
    remove: key => {
      memory.delete(key)
      backend?.remove(key)
    },
    keys: prefix =>
      [...new Set([...memory.keys(), ...(backend?.keys(prefix) ?? [])])].filter(key =>
        key.startsWith(prefix),
      ),
    onExternalChange(prefix, run) {
      const listener = { prefix, run, end: backend?.onExternalChange(prefix, run) }
      listeners.add(listener)
      return () => {
        listener.end?.()
        listeners.delete(listener)
      }
    },
    setBackend(next) {
      backend = next
      for (const listener of listeners) {
        listener.end?.()
        listener.end = next?.onExternalChange(listener.prefix, listener.run)
      }
      for (const [key, value] of [...memory]) write(key, value)
    },
  }
}
