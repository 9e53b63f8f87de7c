/** An undo history: the current value, the values before it and the undone values. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** Field and time of the last change. Consecutive changes of one field form one undo step. */
  lastChange: { field: string; at: number } | null
}

/** Milliseconds within which two changes of one field form one undo step. */
const MERGE_WINDOW_MS = 900
const MAX_STEPS = 200

export const createHistory = <T>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  lastChange: null,
})

/**
 * Returns the history with one more change.
 *
 * @param field The changed field. An empty string always starts a new undo step.
 * @param now Milliseconds since 1970.
 */
export function recordChange<T>(history: History<T>, present: T, field: string, now: number): History<T> {
  if (present === history.present) return history
  const { lastChange } = history
  const isMerged = field !== '' && lastChange?.field === field && now - lastChange.at < MERGE_WINDOW_MS
  const past = isMerged ? history.past : [...history.past, history.present].slice(-MAX_STEPS)
  return { past, present, future: [], lastChange: { field, at: now } }
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const previous = past.at(-1)
  if (previous === undefined) return { past, present, future, lastChange: null }
  return { past: past.slice(0, -1), present: previous, future: [present, ...future], lastChange: null }
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [next, ...rest] = future
  if (next === undefined) return { past, present, future, lastChange: null }
  return { past: [...past, present], present: next, future: rest, lastChange: null }
}
