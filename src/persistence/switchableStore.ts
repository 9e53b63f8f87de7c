import type { Store } from './store'

/** A store whose backend can be replaced. */
export interface SwitchableStore extends Store {
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
 * @param evict Called when the backend rejects a value for a key. Removes something less important and returns true, or returns
 *   false if there is nothing to remove.
 */
export function switchableStore(backend?: Store, evict?: (key: string) => boolean): SwitchableStore {
  const memory = new Map<string, string>()
  const subscriptions = new Set<{
    prefix: string
    listener: Parameters<Store['onExternalChange']>[1]
    unsubscribe?: () => void
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
    forget: () => memory.clear(),
    onExternalChange(prefix, onChange) {
      const listener: typeof onChange = (key, value) => {
        // What the backend has rejected is older. See D-437.
        memory.delete(key)
        onChange(key, value)
      }
      const subscription = {
        prefix,
        listener,
        unsubscribe: backend?.onExternalChange(prefix, listener),
      }
      subscriptions.add(subscription)
      return () => {
        subscription.unsubscribe?.()
        subscriptions.delete(subscription)
      }
    },
    setBackend(next) {
      const wasClosed = !backend
      backend = next
      for (const subscription of subscriptions) {
        subscription.unsubscribe?.()
        subscription.unsubscribe = next?.onExternalChange(subscription.prefix, subscription.listener)
      }
      for (const [key, value] of memory) {
        if (wasClosed && next?.read(key) != null) memory.delete(key)
        else write(key, value)
      }
    },
  }
}
