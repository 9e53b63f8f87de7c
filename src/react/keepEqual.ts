import { isEqual } from '../lib/isEqual'

/** Creates a function that returns its former value while the content stays the same, so that React does not render again. */
export const keepEqual = <T>(): ((value: T) => T) => {
  let kept: T
  return value => {
    if (!isEqual(kept, value)) kept = value
    return kept
  }
}
