import type { Store } from '../../src/persistence/store'

/** Storage that several tabs share. */
export interface FakeStorage {
  /** Opens the storage in a new tab. */
  open(): Store
  /** The stored values by key. */
  entries: Map<string, string>
  /** Sets whether the storage is available. If not, writes fail and reads return `null`. */
  setWorking(working: boolean): void
  /** Sets whether the storage is full. If so, writes fail, and values can be read and removed. */
  setFull(full: boolean): void
  /** Limits the number of stored characters, including keys. */
  setCapacity(characters: number): void
  /** Number of writes and removals. */
  changes(): number
}

/** Creates a storage in memory. Like in browsers, a change in one tab notifies the other tabs. */
export function fakeStorage(initial: Record<string, string> = {}): FakeStorage {
  const entries = new Map(Object.entries(initial))
  const subscriptions = new Set<{
    tab: object
    prefix: string
    listener: (key: string, value: string | null) => void
  }>()
  let working = true
  let full = false
  let capacity = Number.POSITIVE_INFINITY
  let changes = 0

  const sizeWith = (key: string, value: string) => {
    const others = [...entries].filter(([name]) => name !== key)
    return [...others, [key, value]].flat().join('').length
  }
  const notify = (source: object, key: string, value: string | null) => {
    for (const { tab, prefix, listener } of [...subscriptions]) {
      if (tab !== source && key.startsWith(prefix)) listener(key, value)
    }
  }

  return {
    entries,
    setWorking(next) {
      working = next
    },
    setFull(next) {
      full = next
    },
    setCapacity(characters) {
      capacity = characters
    },
    changes: () => changes,
    open() {
      const tab = {}
      return {
        read: key => (working ? (entries.get(key) ?? null) : null),
        write(key, value) {
          if (!working || full || (capacity < Infinity && sizeWith(key, value) > capacity)) return false
          changes++
          entries.set(key, value)
          notify(tab, key, value)
          return true
        },
        remove(key) {
          changes++
          if (working && entries.delete(key)) notify(tab, key, null)
        },
        keys: prefix => (working ? [...entries.keys()].filter(key => key.startsWith(prefix)) : []),
        onExternalChange(prefix, listener) {
          const subscription = { tab, prefix, listener }
          subscriptions.add(subscription)
          return () => void subscriptions.delete(subscription)
        },
      }
    },
  }
}
