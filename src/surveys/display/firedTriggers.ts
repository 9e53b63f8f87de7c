import type { Store } from '../../persistence/store'
import { TRIGGER_PREFIX } from '../storage/storageKeys'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

/** Surveys whose trigger has fired and that have not been dealt with. DECISIONS, "Triggers". */
export interface FiredTriggers {
  has(key: string): boolean
  /** When the trigger fired, in milliseconds since 1970; `undefined` when that does not matter any more. */
  firedAt(key: string): number | undefined
  /** The trigger fired. One with a delay outlives a reload, so that a page change does not lose it. */
  add(candidate: PreparedSurvey, firedAt: number): void
  /** It was shown: a repeatable one is used up, another one may come back in this session. */
  onShown(key: string, candidate: PreparedSurvey | undefined): void
  remove(key: string): void
  /** Reads what earlier pages of this session left; forgets everything else. */
  startSession(session: string | undefined): void
  clear(): void
}

/** Makes the list; what it keeps is bound to the session, because a trigger means "now" and not "ever". */
export function createFiredTriggers(store: Store): FiredTriggers {
  const fired = new Map<string, number | undefined>()
  let session: string | undefined

  const persist = (key: string, firedAt: number | null) => {
    if (session !== undefined) store.write(TRIGGER_PREFIX + key, JSON.stringify([session, firedAt]))
  }

  const remove = (key: string) => {
    if (fired.delete(key)) store.remove(TRIGGER_PREFIX + key)
  }

  const restore = (stored: string) => {
    try {
      const [from, at] = JSON.parse(store.read(stored) ?? '[]')
      if (from === session && session !== undefined)
        return void fired.set(stored.slice(TRIGGER_PREFIX.length), Number(at) || undefined)
    } catch {
      // Not ours or cut off: forgotten like one of another session.
    }
    store.remove(stored)
  }

  return {
    has: key => fired.has(key),
    firedAt: key => fired.get(key),
    add({ key, delayMs }, firedAt) {
      if (fired.get(key) !== undefined) return
      fired.set(key, firedAt)
      if (delayMs > 0) persist(key, firedAt)
    },
    onShown(key, candidate) {
      if (!fired.has(key)) return
      if (!candidate || candidate.repeatable) return remove(key)
      fired.set(key, undefined)
      persist(key, null)
    },
    remove,
    startSession(next) {
      // Before the first session is known, events may have fired that belong to it.
      if (session !== undefined) fired.clear()
      session = next
      for (const stored of store.keys(TRIGGER_PREFIX)) restore(stored)
    },
    clear() {
      fired.clear()
      for (const stored of store.keys(TRIGGER_PREFIX)) store.remove(stored)
    },
  }
}
