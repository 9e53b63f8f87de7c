import type { Kysely } from 'kysely'
import type { ColumnValue } from './columns'

/** A row that a statement returned. */
export type SqlRow = Record<string, ColumnValue>

/** Runs one statement and returns its rows. */
export type RunStatement = (sql: string, parameters?: readonly ColumnValue[]) => Promise<SqlRow[]>

/** Tables and columns are named by `TABLES`, so their types are known there alone. */
export type SqlBuilder = Kysely<Record<string, Record<string, unknown>>>

/**
 * A database, as far as its driver and its dialect differ from others.
 *
 * All its functions throw `StoreUnavailableError` for what may pass by itself.
 */
export interface SqlDatabase {
  kind: 'sqlite' | 'postgres'
  /** Compiles statements; it has no connection. */
  builder: SqlBuilder
  dialect: SqlDialect
  /** Runs a statement outside of transactions. It sees committed changes alone. */
  read: RunStatement
  /** Runs `work` while no other transaction runs, in any process. Runs it again after a conflict. */
  transaction: <R>(work: (run: RunStatement) => Promise<R>) => Promise<R>
  /** Opens a view of the data that later changes do not change. The caller closes it. */
  openSnapshot: () => Promise<{ run: RunStatement; close: () => Promise<void> }>
  /** Throws while the database answers and is known to take no rows. See D-495, D-709. */
  requireWritable: () => Promise<void>
  /** Throws an error that says why the data cannot be trusted. */
  check: () => Promise<void>
  close: () => Promise<void>
}

/** The differences between the statements of databases. */
export interface SqlDialect {
  numberType: 'integer' | 'double precision'
  /** The column for the order of insertion. */
  sequenceType: string
  /** Whether an index ends with the sequence by itself. */
  isSequenceInIndexes: boolean
  /**
   * Whether a column that has one value is left out of the order of rows, so that the first rows of a project would be looked for among
   * those of all projects, by the primary key. See D-850.
   */
  ignoresKnownOrder: boolean
  /** The function that finds a text in a text. */
  positionOf: 'instr' | 'strpos'
  /** Makes the statements that follow overwrite what they delete. Missing where a dropped table leaves nothing. */
  eraseDeleted?: string
}
