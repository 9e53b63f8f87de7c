import type { Properties } from '../wire/event'

/** Whether the values of a visitor are those of a person who is logged in. */
export const isLoggedIn = (person: Readonly<Properties>) => person.$user_state === 'identified'

/**
 * Returns what must be forgotten of a visitor in whose place there is another one, or false for the same visitor, who may have
 * logged in. `progress`: all but the marks of finished surveys.
 *
 * @param wasStored Whether the former visitor was stored. A tab that starts beside another one, or begins to store, has a device
 *   id of its own. `reset(true)`, a bootstrapped id and an emptied storage give another one to a stored visitor. See D-413, D-701.
 */
export const forgottenOf = (
  former: Readonly<Properties>,
  next: Readonly<Properties>,
  wasStored: boolean,
): 'all' | 'progress' | false => {
  if (former.distinct_id === next.distinct_id) return false
  if (isLoggedIn(former)) return 'all'
  if (former.$device_id !== next.$device_id) return wasStored && 'progress'
  // A log-out keeps the device id, and others may have logged in since. Other records do not say from whom a person came, and
  // posthog-js has a text there. See D-785.
  const isOther = Array.isArray(next.__alias) && next.__alias[0] !== former.distinct_id
  return (isOther || !isLoggedIn(next)) && 'all'
}
