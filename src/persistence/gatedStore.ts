import { memoryStore } from './memoryStore'
import type { Store } from './store'

/** A store that can be closed: then it lives in memory, and nothing real is read or written. Consent decides. */
export interface GatedStore extends Store {
  /** Opening moves what memory holds to the real store; closing leaves what is stored alone. */
  setOpen(open: boolean): void
}

export function gatedStore(real: Store | undefined, open: boolean): GatedStore {
  let memory = memoryStore()
  let current = open && real ? real : memory
  return {
    read: key => current.read(key),
    write: (key, value) => current.write(key, value),
    remove: key => current.remove(key),
    keys: prefix => current.keys(prefix),
    onForeignChange: (prefix, run) => real?.onForeignChange(prefix, (key, value) => current === real && run(key, value)) ?? (() => {}),
    setOpen(next) {
      const wanted = next && real ? real : memory
      if (wanted === current) return
      if (wanted === real) {
        for (const key of memory.keys('')) real.write(key, memory.read(key)!)
        memory = memoryStore()
      }
      current = wanted
    },
  }
}
