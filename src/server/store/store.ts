import type { Key, Row, TableName, TableOfPersons, TableRow } from './tables'

/** Selects rows of a table by the columns of one declared index. */
export interface Query<T extends TableName> {
  /** Each column must have this value. The names must be exactly those of a declared index. */
  where: Partial<Row<T>>
  /** Inclusive bounds on the column that orders the table. */
  from?: number
  to?: number
  /** Each term must occur in one of the text columns. Case is ignored. */
  terms?: string[]
  /** `oldest` when missing. */
  order?: 'oldest' | 'newest'
  limit?: number
  offset?: number
}

/** Selects rows that are read in pages. */
export interface PageQuery<T extends TableName>
  extends Pick<Query<T>, 'where' | 'from' | 'to' | 'order' | 'limit'> {
  /** No rows follow the one with which the rows reach this size. */
  maxBytes?: number
  /** Only the rows that follow the row of this key in the order. None when there is no such row. */
  after?: Key<T>
}

/** What is known of a row that is not read as a whole: an event may be as large as a body. See D-790. */
export interface RowHead<T extends TableName> {
  key: Key<T>
  /** The position in the order of insertion. See `Store.position`. */
  position: number
  /** When the row was added, in ISO 8601. Events and warnings have it. */
  time: string | undefined
  /** What the row adds to `bytes`. */
  bytes: number
}

/** The operations that need no transaction. */
export interface StoreReader {
  get<T extends TableName>(table: T, key: Key<T>): Promise<Row<T> | undefined>
  /** Returns rows, all at once: for tables whose rows are few or short. `pages` is for all others. */
  find<T extends TableName>(table: T, query: Query<T>): Promise<Row<T>[]>
  /**
   * Yields the rows of a query in pages of about a megabyte at most, or of one row, because an event may be as large as a
   * body. Other requests are answered between two pages. Rows that change meanwhile may be missing. See D-725.
   */
  pages<T extends TableName>(table: T, query: PageQuery<T>): AsyncIterable<Row<T>[]>
  /** Yields the heads of the rows of a query, in pages as those of `pages`, and reads no more of long rows. See D-790. */
  heads<T extends TableName>(table: T, query: PageQuery<T>): AsyncIterable<RowHead<T>[]>
  /** Returns the number of rows, or `limit` when there are more: counting takes time that grows with the number. */
  count<T extends TableName>(table: T, query: Query<T>): Promise<number>
  /** Returns about how many bytes the rows of one declared index take. Retention limits them. See D-374. */
  bytes<T extends TableName>(table: T, where: Partial<Row<T>>): Promise<number>
}

/** What a transaction will read, so that a database can read it at once. Keys and conditions of no row do no harm. */
export interface Announced {
  /** Rows that `get` will read one by one. */
  rows?: { [T in TableName]?: Key<T>[] }
  /** Rows that `has` or `insert` will look for one by one. */
  keys?: { [T in TableName]?: Key<T>[] }
  /** Conditions of queries that most likely find nothing. Those of a table have the columns of one declared index. */
  conditions?: { [T in TableName]?: Partial<Row<T>>[] }
}

/** The announced rows that a transaction has read so far, of which it may leave some out. */
export interface KnownRows {
  /** Whether there is a row of a key. Undefined when that is not known. */
  has<T extends TableName>(table: T, key: Key<T>): boolean | undefined
  /** Returns the row of a key when it is known. */
  get<T extends TableName>(table: T, key: Key<T>): Row<T> | undefined
}

/** Returns what a transaction will read, which may depend on what was announced before. */
export type Announce = (known: KnownRows) => Announced

/** Two persons of a project, by their ids, or by the names under which they answer surveys. */
export interface PersonMove {
  project_id: number
  from: string
  to: string
}

/** How many rows are meant, in rows and in bytes. */
export interface RowLimits {
  rows?: number
  bytes?: number
}

/** What a store knows of a transaction before it runs. */
export interface TransactionOptions {
  /** What it will read, step by step, which a database reads at once for several transactions. See D-488. */
  announce?: Announce[]
  /** Whether it takes so long that it should share no transaction of a database with others. See D-497. */
  isLong?: boolean
  /**
   * Who has sent the request. The transactions of several senders have their turn one after another; those without one are of one
   * sender. See D-569, D-854.
   */
  sender?: string
  end?: TransactionEnd
}

/** What a transaction does last. Several that share a transaction of a database run an end of one name together, one time. See D-848. */
export interface TransactionEnd {
  name: string
  /** The number of rows that the transaction may add. */
  rows: number
  /** @param rows Those of all transactions of the end. */
  work: (transaction: Transaction, rows: number) => Promise<void>
}

/** The operations of a transaction. */
export interface Transaction extends StoreReader {
  /** Returns the rows of some hundred keys in their order, undefined for an unknown key. A database reads them at once. */
  getMany<T extends TableName>(table: T, keys: Key<T>[]): Promise<(Row<T> | undefined)[]>
  /** Whether there is a row of a key. Does not read it. */
  has<T extends TableName>(table: T, key: Key<T>): Promise<boolean>
  /** Inserts a row. Returns false, and changes nothing, when its key exists. */
  insert<T extends TableName>(table: T, row: Row<T>): Promise<boolean>
  /** Inserts a row whose key is new, such as a new UUID. It is not looked for. */
  add<T extends TableName>(table: T, row: Row<T>): Promise<void>
  /** Inserts a row, or replaces the row of the same key, which keeps its position in the order. */
  put<T extends TableName>(table: T, row: Row<T>): Promise<void>
  /** Changes columns of a row that are not in its key. Returns false when there is no such row. */
  update<T extends TableName>(table: T, key: Key<T>, columns: Partial<Row<T>>): Promise<boolean>
  /** Gives all rows of one person in a table to another, without reading them. See D-847. */
  movePerson(table: TableOfPersons, move: PersonMove): Promise<void>
  /** Removes a row. Returns false when there is no such row. */
  remove<T extends TableName>(table: T, key: Key<T>): Promise<boolean>
  /** Removes the rows of many keys. A database looks for some hundred at once. */
  removeMany<T extends TableName>(table: T, keys: Key<T>[]): Promise<void>
  /**
   * Removes all rows that meet one of some conditions, without reading them. The conditions are about one project, and have the columns
   * of one declared index. See D-847.
   */
  removeAll<T extends TableName>(table: T, conditions: Partial<Row<T>>[]): Promise<void>
  /**
   * Removes the oldest rows of one declared index, up to the one with which they reach a limit, without reading them, and with persons
   * the rows about them. A database leaves many or long rows to later transactions, but removes as many bytes as this one has added to the table.
   *
   * @returns The number of removed rows.
   */
  removeOldest<T extends TableName>(table: T, where: Partial<Row<T>>, limits: RowLimits): Promise<number>
  /**
   * Notes that no row has these values, such as the id of a person that the transaction has created. Until one is written, none
   * is looked for. The columns are those of one declared index.
   */
  assumeNone<T extends TableName>(table: T, where: Partial<Row<T>>): void
  /**
   * Returns the number of statements so far, each of which waits for a database; 0 where rows are in memory. One that moves or removes
   * many or long rows counts as several. See D-499.
   */
  statementCount(): number
}

/**
 * The storage of the service: rows in tables, found by key or by a declared index.
 *
 * The interface is small, so that a database can implement it. Every implementation must pass
 * `test/server/store/storeContract.ts`.
 *
 * Rows are values. A row that was read must not be changed, and later changes to a row that was written have no effect.
 */
export interface Store extends StoreReader {
  /**
   * Runs `work` while no other transaction runs. When it rejects, all its changes are undone. Must not be nested.
   *
   * Resolves when the changes are committed. A database may run `work` again after a conflict, so that `work` must have
   * no effects but those on its transaction.
   *
   * @throws StoreUnavailableError when the database cannot be used at the moment.
   */
  transaction<R>(work: (transaction: Transaction) => Promise<R>, options?: TransactionOptions): Promise<R>
  /** Yields the rows of keys in their order, undefined for an unknown key, in pages as those of `pages`. */
  getPages<T extends TableName>(table: T, keys: Key<T>[]): AsyncIterable<(Row<T> | undefined)[]>
  /**
   * Returns the position of a row in the order of insertion, which it keeps: a bound of queries of a table without a column
   * for its order. Undefined when there is no such row. See D-589.
   */
  position<T extends TableName>(table: T, key: Key<T>): Promise<number | undefined>
  /** Removes all rows. */
  clear(): Promise<void>
  /** @throws StoreUnavailableError while a database answers and takes no rows, such as a standby. See D-495, D-709. */
  requireWritable?: () => Promise<void>
  /** The kind of store, for operators; `other` when missing. */
  kind?: 'memory' | 'sqlite' | 'postgres'
  /** Whether the rows are kept on disk, where their number and size have no limit unless one is set. See D-481. */
  isPersistent?: boolean
}

/** A store that can be read as a whole, to export it. */
export interface ExportableStore extends Store {
  /** Yields a snapshot of all rows: table by table, each in the order of insertion. Other calls may write meanwhile. */
  rows(): AsyncIterable<TableRow>
}

/**
 * A transaction that takes more statements than this keeps others waiting for too long: what can be divided ends there, and continues
 * in another one. See D-499, D-569, D-848.
 */
export const MAX_STATEMENTS = 64

/**
 * The error of a store whose database cannot be used at the moment: a full disk, a lost connection, a lock held too long.
 * The service answers 503 with `Retry-After`, so that clients keep their events. See D-484.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
}
