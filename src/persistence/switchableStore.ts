import { callAll } from '../lib/callAll'
import type { Store } from './store'

/** A store whose backend can be replaced. */
export interface SwitchableStore extends Store {
  /**
   * @param isUrgent Removes the former value from a backend that has no room for the new one: a page that finds none does less
   *   harm. Checks that the backend keeps the new one, since browsers block cookies silently. See D-415, D-702.
   */
  write(key: string, value: string, isUrgent?: boolean): boolean
  /**
   * Replaces the backend and moves the values from memory to it. Values in the previous backend stay there. When there was no
   * backend, values that the new one holds already win: another page has stored them meanwhile.
   */
  setBackend(backend: Store | undefined): void
  /** Forgets the values that are in memory alone. */
  forget(): void
}

/**
 * Creates a store whose backend follows consent and configuration. Without a backend, or when it is full, values stay in memory
 * and `write` returns false.
 *
 * @param evict Called when the backend rejects a value for a key, each time with twice the `count` of things to remove. Removes
 *   something less important and returns true, or returns false if there is nothing to remove.
 */
export function switchableStore(
  backend?: Store,
  evict?: (key: string, count: number) => boolean,
): SwitchableStore {
  /** Each value, and what the backend had when it could not store it. */
  const memory = new Map<string, [value: string, stored: string | null]>()
  /** Each subscribes a listener to the current backend. */
  const subscriptions = new Set<() => void>()
  const readStored = (key: string) => backend?.read(key) ?? null
  const write = (key: string, value: string, isUrgent?: boolean) => {
    for (let count = 1; backend; count *= 2) {
      if (backend.write(key, value) && (!isUrgent || backend.read(key) === value)) {
        memory.delete(key)
        return true
      }
      if (!evict?.(key, count)) break
    }
    if (isUrgent) backend?.remove(key)
    memory.set(key, [value, readStored(key)])
    return false
  }
  return {
    write,
    read(key) {
      const stored = readStored(key)
      const kept = memory.get(key)
      if (kept?.[1] === stored) return kept[0]
      // Another page has stored or removed it since, of which events come late or not at all. See D-437, D-702.
      memory.delete(key)
      return stored
    },
    remove: key => {
      memory.delete(key)
      backend?.remove(key)
    },
    keys: prefix =>
      [...new Set([...memory.keys(), ...(backend?.keys(prefix) ?? [])])].filter(key =>
        key.startsWith(prefix),
      ),
    forget: () => memory.clear(),
    onExternalChange(prefix, listener) {
      let unsubscribe: (() => void) | undefined
      const subscribe = () => {
        unsubscribe?.()
        unsubscribe = backend?.onExternalChange(prefix, listener)
      }
      subscribe()
      subscriptions.add(subscribe)
      return () => {
        unsubscribe?.()
        subscriptions.delete(subscribe)
      }
    },
    setBackend(next) {
      const wasClosed = !backend
      backend = next
      callAll(subscriptions)()
      for (const [key, [value]] of memory) if (!wasClosed || readStored(key) === null) write(key, value)
    },
  }
}
