import type { Properties } from '../../wire/event'
import { ownProperty } from '../lib/values'
import { approximateBytes } from '../store/approximateBytes'

/** The properties of one person or group hold no more than this. See D-375. */
const MAX_PROPERTIES_BYTES = 512 * 1024

/** A row whose values go to another one is read value by value, and written there: as much work as reading several. See D-745. */
const MERGED_ROWS = 24

type WithProperties = { properties: Properties }

/** Where drafts are written. */
interface Writes<R> {
  /** Inserts a row that is not in the store. */
  add: (row: R) => Promise<void>
  put: (row: R) => Promise<void>
}

/** A row while a transaction changes it. */
export interface Draft<R extends WithProperties> {
  /** Returns the row as changed so far, without its properties. */
  fields: () => Omit<R, 'properties'>
  update: (fields: Partial<Omit<R, 'properties'>>) => void
  has: (name: string) => boolean
  /** Returns the approximate size of the properties. */
  bytes: () => number
  /** Changes a property. Returns whether there was room. */
  set: (name: string, value: unknown) => boolean
  unset: (name: string) => void
  isNew: boolean
  isChanged: () => boolean
  /** Returns the row as changed so far, with a copy of its properties if they have changed. */
  toRow: () => R
}

/**
 * Creates the drafts of the rows that a transaction changes.
 *
 * Each row is read once, and written once if it has changed. A draft has the changes alone, because copying a large row takes
 * far longer than reading a small event about it. See D-745.
 */
export function createPropertyDrafts<R extends WithProperties>(writes: Writes<R>) {
  const drafts = new Map<string, Draft<R>>()
  let workBytes = 0
  return {
    /** Returns the draft of a row, which `read` returns when there is no draft yet. Undefined when there is no row. */
    async open(id: string, read: () => Promise<R | undefined>): Promise<Draft<R> | undefined> {
      const existing = drafts.get(id)
      if (existing) return existing
      const stored = await read()
      if (!stored) return undefined
      const bytes = approximateBytes(stored.properties)
      workBytes += bytes
      const draft = createDraft(stored, bytes, { isNew: false })
      drafts.set(id, draft)
      return draft
    },
    add(id: string, row: R): Draft<R> {
      const draft = createDraft(row, approximateBytes(row.properties), { isNew: true })
      drafts.set(id, draft)
      return draft
    },
    /** Forgets a row whose values another one has. */
    discard(id: string): void {
      workBytes += MERGED_ROWS * (drafts.get(id)?.bytes() ?? 0)
      drafts.delete(id)
    },
    /** Returns the approximate size of the properties that were read. Those of merged rows count several times. */
    workBytes: (): number => workBytes,
    /** Writes the rows that have changed. */
    async flush(): Promise<void> {
      for (const draft of drafts.values())
        if (draft.isNew) await writes.add(draft.toRow())
        else if (draft.isChanged()) await writes.put(draft.toRow())
      drafts.clear()
    },
  }
}

function createDraft<R extends WithProperties>(
  stored: R,
  storedBytes: number,
  { isNew }: { isNew: boolean },
): Draft<R> {
  let row = stored
  let bytes = storedBytes
  /** The changed properties. Undefined for one that is removed, since no value of JSON is. */
  const changes = new Map<string, unknown>()
  const get = (name: string) => (changes.has(name) ? changes.get(name) : ownProperty(stored.properties, name))
  const has = (name: string) => get(name) !== undefined
  const sizeOf = (name: string) => (has(name) ? approximateBytes({ [name]: get(name) }) : 0)
  return {
    fields: () => row,
    bytes: () => bytes,
    update(fields) {
      // The names are those of the row, hence the cast.
      const names = Object.keys(fields) as (keyof typeof fields)[]
      if (names.some(name => fields[name] !== row[name])) row = { ...row, ...fields }
    },
    has,
    set(name, value) {
      if (get(name) === value) return true
      const difference = approximateBytes({ [name]: value }) - sizeOf(name)
      if (difference > 0 && bytes + difference > MAX_PROPERTIES_BYTES) return false
      bytes += difference
      changes.set(name, value)
      return true
    },
    unset(name) {
      if (!has(name)) return
      bytes -= sizeOf(name)
      changes.set(name, undefined)
    },
    isNew,
    isChanged: () => row !== stored || changes.size > 0,
    toRow: () => (changes.size === 0 ? row : { ...row, properties: withChanges(stored.properties, changes) }),
  }
}

function withChanges(stored: Properties, changes: Map<string, unknown>): Properties {
  // Not assigned, because a property may be named `__proto__`.
  const properties = { ...stored, ...Object.fromEntries(changes) }
  for (const [name, value] of changes) if (value === undefined) delete properties[name]
  return properties
}
