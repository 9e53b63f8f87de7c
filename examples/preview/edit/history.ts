/** A value, what it was before, and what was undone. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The field of the latest change and when it was made: what is typed in one go is undone in one go. */
  latest: { field: string; at: number } | null
}

/** Milliseconds within which changes of one field are one change. */
const ONE_GO_MS = 900
const MOST_STEPS = 200

export const newHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], latest: null })

/**
 * The history with one more change.
 *
 * @param field What was changed; empty for a change that stands alone.
 * @param now Milliseconds since 1970.
 */
export function changed<T>(history: History<T>, present: T, field: string, now: number): History<T> {
  if (present === history.present) return history
  const { latest } = history
  const goesOn = field !== '' && latest?.field === field && now - latest.at < ONE_GO_MS
  const past = goesOn ? history.past : [...history.past, history.present].slice(-MOST_STEPS)
  return { past, present, future: [], latest: { field, at: now } }
}

export function undone<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, latest: null }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], latest: null }
}

export function redone<T>({ past, present, future }: History<T>): History<T> {
  const [after, ...rest] = future
  if (after === undefined) return { past, present, future, latest: null }
  return { past: [...past, present], present: after, future: rest, latest: null }
}
