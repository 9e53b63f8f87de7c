import type { Store } from '../persistence/store'
import type { Candidate } from './eligibility'
import { TRIGGERED } from './seen'

/** Surveys whose trigger has fired and that have not been dealt with. DECISIONS, "Triggers". */
export interface Activations {
  has(key: string): boolean
  /** When the trigger fired, in milliseconds since 1970; `undefined` when that does not matter any more. */
  at(key: string): number | undefined
  /** The trigger fired. One with a delay outlives a reload, so that a page change does not lose it. */
  start(candidate: Candidate, at: number): void
  /** It was shown: a repeatable one is used up, another one may come back in this session. */
  shown(key: string, candidate: Candidate | undefined): void
  end(key: string): void
  /** Reads what earlier pages of this session left; forgets everything else. */
  restart(session: string | undefined): void
  clear(): void
}

/** Makes the list; what it keeps is bound to the session, because a trigger means "now" and not "ever". */
export function createActivations(store: Store): Activations {
  const fired = new Map<string, number | undefined>()
  let session: string | undefined

  const keep = (key: string, at: number | null) => {
    if (session !== undefined) store.write(TRIGGERED + key, JSON.stringify([session, at]))
  }

  const end = (key: string) => {
    if (fired.delete(key)) store.remove(TRIGGERED + key)
  }

  const recall = (stored: string) => {
    try {
      const [from, at] = JSON.parse(store.read(stored) ?? '[]')
      if (from === session && session !== undefined)
        return void fired.set(stored.slice(TRIGGERED.length), Number(at) || undefined)
    } catch {
      // Not ours or cut off: forgotten like one of another session.
    }
    store.remove(stored)
  }

  return {
    has: key => fired.has(key),
    at: key => fired.get(key),
    start({ key, delayMs }, at) {
      if (fired.get(key) !== undefined) return
      fired.set(key, at)
      if (delayMs > 0) keep(key, at)
    },
    shown(key, candidate) {
      if (!fired.has(key)) return
      if (!candidate || candidate.repeatable) return end(key)
      fired.set(key, undefined)
      keep(key, null)
    },
    end,
    restart(next) {
      // Before the first session is known, events may have fired that belong to it.
      if (session !== undefined) fired.clear()
      session = next
      for (const stored of store.keys(TRIGGERED)) recall(stored)
    },
    clear() {
      fired.clear()
      for (const stored of store.keys(TRIGGERED)) store.remove(stored)
    },
  }
}
