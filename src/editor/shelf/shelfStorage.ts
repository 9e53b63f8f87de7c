import { questionCount } from '../edit/questionCount'
import { type SavedState, withoutSteps } from '../state/savedState'

const KEY_PREFIX = 'earshot_shelf_'
/** Key of the one survey that earlier versions of the page saved. */
const SINGLE_KEY = 'earshot_preview'

/** A survey that this browser keeps, with its undo steps. */
export interface ShelfEntry extends SavedState {
  /** Time of the last change, in milliseconds since 1970. */
  changedAt: number
}

/** A survey in the list. */
export interface ShelfItem {
  id: string
  name: string
  /** Such as `1 question`. */
  questions: string
  /** Milliseconds since 1970. */
  changedAt: number
}

const keyOf = (id: string) => KEY_PREFIX + id

/** Returns the id of the survey under a key of the storage; `undefined` for other keys. */
export const idOfKey = (key: string | null): string | undefined =>
  key?.startsWith(KEY_PREFIX) ? key.slice(KEY_PREFIX.length) : undefined

function parseEntry(text: string | null): ShelfEntry | undefined {
  try {
    const entry = JSON.parse(text ?? 'null')
    return Array.isArray(entry?.history?.present?.questions) ? entry : undefined
  } catch {
    // Truncated or overwritten JSON counts as none.
    return undefined
  }
}

/** Returns a kept survey, or `undefined` when there is none or it is not valid. */
export const readEntry = (storage: Storage, id: string): ShelfEntry | undefined =>
  parseEntry(storage.getItem(keyOf(id)))

/**
 * Keeps a survey. Each has a key of its own, so that two tabs with different surveys do not overwrite each other. Where space is
 * short, its undo steps are left out.
 *
 * @returns `false` when storage is full or disabled.
 */
export function writeEntry(storage: Storage, id: string, entry: ShelfEntry): boolean {
  for (const kept of [entry, withoutSteps(entry)]) {
    try {
      storage.setItem(keyOf(id), JSON.stringify(kept))
      return true
    } catch {
      // Full or disabled: the caller shows a notice.
    }
  }
  return false
}

export const removeEntry = (storage: Storage, id: string): void => storage.removeItem(keyOf(id))

/** Returns the kept surveys, the one that was changed last first. */
export function listEntries(storage: Storage): ShelfItem[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  return keys
    .flatMap(key => {
      const id = idOfKey(key)
      const entry = id === undefined ? undefined : readEntry(storage, id)
      if (id === undefined || !entry) return []
      const { present } = entry.history
      return { id, name: present.name ?? '', questions: questionCount(present), changedAt: entry.changedAt }
    })
    .sort((a, b) => b.changedAt - a.changedAt)
}

/** Moves the one survey of earlier versions of the page among the others. */
export function migrateSingle(storage: Storage, id: string, now: number): void {
  const text = storage.getItem(SINGLE_KEY)
  const entry = parseEntry(text)
  if (text === null || !entry) return
  // The storage may have no room for both.
  storage.removeItem(SINGLE_KEY)
  if (!writeEntry(storage, id, { ...entry, changedAt: now })) storage.setItem(SINGLE_KEY, text)
}
