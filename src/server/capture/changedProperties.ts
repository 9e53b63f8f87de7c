import type { Properties } from '../../wire/event'
import type { PersonChange } from './eventEffects'

/**
 * What one event leaves of a person's properties. Interface section 6.
 *
 * @param change `$set` wins over what is there, `$set_once` yields to it, `$unset` removes.
 */
export function changedProperties(before: Properties, change: PersonChange): Properties {
  const after = { ...change.setOnce, ...before, ...change.set }
  const unset = new Set(change.unset)
  return Object.fromEntries(Object.entries(after).filter(([key]) => !unset.has(key)))
}
