import type { Store } from './store'

/**
 * A store behind which another is put and taken away, as consent and configuration decide. Without one, and where it is
 * full, values live in memory, as long as the page does; `write` then answers false.
 */
export interface GatedStore extends Store {
  /** Puts a store behind the door, and moves to it what memory holds; what the one before holds is left alone. */
  use(real: Store | undefined): void
}

/**
 * @param makeRoom Asked when the store does not take what is to be kept under a key: gives up something that matters less.
 *   False: there is no such thing.
 */
export function gatedStore(real?: Store, makeRoom?: (key: string) => boolean): GatedStore {
  const memory = new Map<string, string>()
  const listeners = new Set<{
    prefix: string
    run: Parameters<Store['onForeignChange']>[1]
    end?: () => void
  }>()
  const write = (key: string, value: string) => {
    while (real) {
      if (real.write(key, value)) {
        memory.delete(key)
        return true
      }
      if (!makeRoom?.(key)) break
    }
    memory.set(key, value)
    return false
  }
  return {
    write,
    read: key => memory.get(key) ?? real?.read(key) ?? null,
    remove: key => {
      memory.delete(key)
      real?.remove(key)
    },
    keys: prefix =>
      [...new Set([...memory.keys(), ...(real?.keys(prefix) ?? [])])].filter(key => key.startsWith(prefix)),
    onForeignChange(prefix, run) {
      const listener = { prefix, run, end: real?.onForeignChange(prefix, run) }
      listeners.add(listener)
      return () => {
        listener.end?.()
        listeners.delete(listener)
      }
    },
    use(next) {
      real = next
      for (const listener of listeners) {
        listener.end?.()
        listener.end = next?.onForeignChange(listener.prefix, listener.run)
      }
      for (const [key, value] of [...memory]) write(key, value)
    },
  }
}
