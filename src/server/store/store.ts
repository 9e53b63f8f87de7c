import type { Key, Row, TableName } from './tables'

/**
 * Which rows of a table: those whose columns equal `where`, which names the
 * columns of the key's beginning or of one declared index, never others.
 */
export interface Query<T extends TableName> {
  where: Partial<Row<T>>
  /** Bounds, both inclusive, on the column that orders the table (or the index). */
  from?: number
  to?: number
  /** Each must occur, in any case, in one of the table's text columns. */
  terms?: string[]
  /** Oldest first when missing. */
  order?: 'oldest' | 'newest'
  limit?: number
  offset?: number
}

/** What can be read at any time. */
export interface StoreReader {
  get<T extends TableName>(table: T, key: Key<T>): Promise<Row<T> | undefined>
  find<T extends TableName>(table: T, query: Query<T>): Promise<Row<T>[]>
  count<T extends TableName>(table: T, query: Query<T>): Promise<number>
}

/** What can be done inside a transaction. */
export interface Transaction extends StoreReader {
  /** @returns False, and nothing done, when the key is taken. */
  insert<T extends TableName>(table: T, row: Row<T>): Promise<boolean>
  /** Inserts, or replaces the row of the same key, which keeps its place in the order. */
  put<T extends TableName>(table: T, row: Row<T>): Promise<void>
  /** @returns False when there was no such row. */
  remove<T extends TableName>(table: T, key: Key<T>): Promise<boolean>
}

/**
 * Where the service keeps everything: rows in tables, found by key or by a
 * declared index. Small enough that a database can stand in for the memory
 * (`test/server/store/storeContract.ts` is what it must pass).
 *
 * Rows are values: what is read must not be changed, what is written is kept
 * as it was at that moment.
 */
export interface Store extends StoreReader {
  /**
   * Runs `work` alone: no other transaction runs meanwhile, and when it throws
   * nothing of it remains. Must not be nested.
   */
  transaction<R>(work: (transaction: Transaction) => Promise<R>): Promise<R>
  /** Forgets everything. */
  clear(): Promise<void>
}
