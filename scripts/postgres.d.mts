/** Returns the folder of the programs of PostgreSQL; `undefined` when there is none. */
export function findPostgres(): string | undefined

/** A PostgreSQL for tests. */
export interface TestPostgres {
  /** The address of its database `postgres`. */
  url: string
  start: () => Promise<void>
  /** Ends all connections at once. */
  stop: () => Promise<void>
  /** Stops it and deletes its data. */
  remove: () => Promise<void>
}

/** Starts a PostgreSQL of its own, on a free port and in a temporary folder. */
export function startPostgres(): Promise<TestPostgres>
