import type { Properties } from '../../wire/event'
import { ownProperty } from './values'

/** Returns the value of a property; undefined when it is missing. */
export type PropertyLookup = (name: string) => unknown

/**
 * Returns a lookup in several sets of properties, of which the first that has a property wins. A set may have half a megabyte, and
 * few of its properties are read, so that copying it takes far longer.
 */
export function lookUpIn(...sources: Properties[]): PropertyLookup {
  return name => {
    for (const properties of sources) {
      const value = ownProperty(properties, name)
      if (value !== undefined) return value
    }
    return undefined
  }
}
