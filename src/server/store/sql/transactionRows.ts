import type { TableName } from '../tables'
import { type ColumnValue, keyValues } from './columns'
import { createEmptyConditions, type EmptyConditions } from './emptyConditions'
import type { Version } from './rowVersion'
import type { Statements } from './statements'

/** A row that a transaction has read or written. */
export interface Entry {
  key: ColumnValue[]
  /** The row in the database, if there is one. */
  stored?: Version
  /** The row as the transaction sees it, if there is one. */
  current?: Version
  /** Whether a call has announced the key. */
  isAnnounced: boolean
}

/** Where the entry of a key is. */
export interface Place {
  key: ColumnValue[]
  id: string
}

interface TableEntries {
  byKey: Map<string, Entry>
  /** The entries to write, in the order in which they changed. */
  pending: Set<Entry>
  empty: EmptyConditions
}

/** Characters of rows that a transaction keeps. It then writes what waits, and forgets what it has read. See D-726. */
const MAX_KEPT_LENGTH = 4_000_000

/** Rows, keys without a row among them, that a transaction keeps, however short they are, beside those that were announced. */
const MAX_KEPT_ROWS = 10_000

/** What a transaction knows of rows. */
export type TransactionRows = ReturnType<typeof createTransactionRows>

/** See `TransactionRows`. */
export function createTransactionRows({ tableOf }: Statements) {
  const tables = new Map<TableName, TableEntries>()
  let keptLength = 0
  let keptRows = 0

  const entriesOf = (name: TableName): TableEntries => {
    const known = tables.get(name)
    if (known) return known
    const empty = createEmptyConditions(tableOf(name))
    const entries = { byKey: new Map(), pending: new Set<Entry>(), empty }
    tables.set(name, entries)
    return entries
  }

  return {
    entriesOf,
    tableNames: () => tables.keys(),
    find(name: TableName, row: object): Place & { known?: Entry } {
      const key = keyValues(tableOf(name), row)
      const id = JSON.stringify(key)
      return { key, id, known: entriesOf(name).byKey.get(id) }
    },
    /** Adds what is stored in a place. */
    add(name: TableName, { key, id }: Place, stored: Version | undefined, isAnnounced = false): Entry {
      const entry = { key, stored, current: stored, isAnnounced }
      entriesOf(name).byKey.set(id, entry)
      keptLength += stored?.text?.length ?? 0
      if (!isAnnounced) keptRows++
      return entry
    },
    /** Counts the characters of a row that is kept as well. */
    countKept(text: string): void {
      keptLength += text.length
    },
    keptLength: () => keptLength,
    /**
     * Whether the rows are so long together, or with others so many, that they are to be forgotten. While a page is changed, they may
     * be longer.
     */
    areMany: (isPageInUse: boolean, others: number): boolean =>
      keptLength >= (isPageInUse ? 2 * MAX_KEPT_LENGTH : MAX_KEPT_LENGTH) ||
      keptRows + others >= MAX_KEPT_ROWS,
    /** Forgets rows, none of which may be pending or in use. */
    forget(): void {
      // What is known of announced keys without a row, or of the sizes of rows, is short, and each would take a statement again.
      for (const { byKey } of tables.values())
        for (const [id, { current, isAnnounced }] of byKey)
          if (!isAnnounced || current?.text !== undefined) byKey.delete(id)
      keptLength = 0
      keptRows = 0
    },
  }
}
