import type { Store } from '../../src/persistence/store'

/** Text that several tabs share; `open()` is one tab's view of it. */
export interface FakeStorage {
  open(): Store
  /** What is in it. */
  entries: Map<string, string>
  /** False: every write fails from now on, as in a full or blocked storage; reads answer `null`. */
  setWorking(working: boolean): void
  /** True: nothing more is taken; what is there can be read and removed. */
  setFull(full: boolean): void
  /** Takes so many characters, keys included, and no more. */
  setCapacity(characters: number): void
  /** Writes and removals so far. */
  changes(): number
}

/** Storage in memory: a write in one tab tells the other tabs, as browsers do. */
export function fakeStorage(initial: Record<string, string> = {}): FakeStorage {
  const entries = new Map(Object.entries(initial))
  const watchers = new Set<{
    tab: object
    prefix: string
    run: (key: string, value: string | null) => void
  }>()
  let working = true
  let full = false
  let space = Number.POSITIVE_INFINITY
  let changes = 0

  const sizeWith = (key: string, value: string) => {
    const others = [...entries].filter(([name]) => name !== key)
    return [...others, [key, value]].flat().join('').length
  }
  const tell = (from: object, key: string, value: string | null) => {
    for (const watcher of [...watchers]) {
      if (watcher.tab !== from && key.startsWith(watcher.prefix)) watcher.run(key, value)
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
      space = characters
    },
    changes: () => changes,
    open() {
      const tab = {}
      return {
        read: key => (working ? (entries.get(key) ?? null) : null),
        write(key, value) {
          if (!working || full || (space < Infinity && sizeWith(key, value) > space)) return false
          changes++
          entries.set(key, value)
          tell(tab, key, value)
          return true
        },
        remove(key) {
          changes++
          if (working && entries.delete(key)) tell(tab, key, null)
        },
        keys: prefix => (working ? [...entries.keys()].filter(key => key.startsWith(prefix)) : []),
        onExternalChange(prefix, run) {
          const watcher = { tab, prefix, run }
          watchers.add(watcher)
          return () => void watchers.delete(watcher)
        },
      }
    },
  }
}
