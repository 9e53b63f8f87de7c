import type { Store } from './store'

/**
 * A store behind which another is put and taken away, as consent and configuration decide. Without one, and where it is
 * full, values live in memory, as long as the page does; `write` then answers false.
 */
export interface GatedStore extends Store {
  /** Puts a store behind the door, and moves to it what memory holds; what the one before holds is left alone. */
  use(real: Store | undefined): void
}

export function gatedStore(real?: Store): GatedStore {
  const memory = new Map<string, string>()
  const listeners = new Set<{
    prefix: string
    run: Parameters<Store['onForeignChange']>[1]
    end?: () => void
  }>()
  const write = (key: string, value: string) => {
    const outlives = real?.write(key, value) === true
    if (outlives) memory.delete(key)
    else memory.set(key, value)
    return outlives
  }
  return {
    write,
    read: key => memory.get(key) ?? real?.read(key) ?? null,
    remove: key => {
      memory.delete(key)
      real?.remove(key)
    },
    keys: prefix => {
      const own = [...memory.keys()].filter(key => key.startsWith(prefix))
      return [...new Set([...own, ...(real?.keys(prefix) ?? [])])]
    },
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
