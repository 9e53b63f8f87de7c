import type { Properties } from '../../wire/event'
import { approximateBytes } from '../store/approximateBytes'

/** The properties of one person or group hold no more than this. See D-375. */
const MAX_PROPERTIES_BYTES = 512 * 1024

/** The properties of a row while a batch changes them. */
interface PropertyDraft {
  has: (name: string) => boolean
  /** Returns whether there was room. */
  set: (name: string, value: unknown) => boolean
  unset: (name: string) => void
  entries: () => Iterable<[string, unknown]>
}

/** A row with its changed properties, written at the end of the batch. */
interface Draft<R> {
  row: R
  draft: PropertyDraft
}

/**
 * Creates the drafts of the rows that a batch changes.
 *
 * A row is copied once a batch rather than once an event: copying all properties for each event takes time that grows
 * with the square of their number.
 */
export function createPropertyDrafts<R extends { properties: Properties }>(write: (row: R) => Promise<void>) {
  const drafts = new Map<string, Draft<R>>()
  let openedBytes = 0
  return {
    /** Returns the row as the batch has changed it so far. Its properties are in the draft. */
    open(key: string, stored: R): Draft<R> {
      const existing = drafts.get(key)
      if (existing) return existing
      const opened = { row: stored, draft: createDraft(stored.properties) }
      drafts.set(key, opened)
      openedBytes += approximateBytes(stored.properties)
      return opened
    },
    discard: (key: string): boolean => drafts.delete(key),
    /** Writes the rows when they had more than `minBytes`, so that those of many persons are not in memory together. */
    async flush(minBytes = 0): Promise<void> {
      if (openedBytes < minBytes) return
      for (const { row, draft } of drafts.values())
        await write({ ...row, properties: Object.fromEntries(draft.entries()) })
      drafts.clear()
      openedBytes = 0
    },
  }
}

function createDraft(stored: Properties): PropertyDraft {
  // A map, because a property may be named `__proto__`.
  const properties = new Map(Object.entries(stored))
  const sizeOf = (name: string) =>
    properties.has(name) ? approximateBytes({ [name]: properties.get(name) }) : 0
  let bytes = approximateBytes(stored)
  return {
    has: name => properties.has(name),
    set(name, value) {
      const difference = approximateBytes({ [name]: value }) - sizeOf(name)
      if (difference > 0 && bytes + difference > MAX_PROPERTIES_BYTES) return false
      bytes += difference
      properties.set(name, value)
      return true
    },
    unset(name) {
      bytes -= sizeOf(name)
      properties.delete(name)
    },
    entries: () => properties,
  }
}
