import { E as ExportableStore } from './chunk-store.cjs';
import './chunk-survey.cjs';

/** A `Store` in a database. */
interface SqlStore extends ExportableStore {
    isPersistent: true;
    /** Waits for the transactions in progress, then closes the connections. */
    close(): Promise<void>;
}

/** Settings of `openStore`. */
interface OpenStoreOptions {
    /** Refuses a SQLite file that does not exist. By default it is created. */
    mustExist?: boolean;
}
/**
 * Opens a store that keeps its rows in a database, and creates the tables that it lacks.
 *
 * SQLite needs Node 22.13 or newer, or the package `libsql`. PostgreSQL needs the package `pg`.
 *
 * @param url `file:earshot.db` or a path for SQLite. `file:earshot.db?synchronous=full` also keeps what was committed just
 *   before a power failure. `postgres://…` for PostgreSQL 14 or newer, and for servers that speak its protocol.
 * @throws Error when a driver is missing, or when the database cannot be opened, is damaged, or is of a newer version.
 * @example
 * ```ts
 * const service = createService({ store: await openStore('file:earshot.db') })
 * ```
 */
declare function openStore(url: string, options?: OpenStoreOptions): Promise<SqlStore>;

export { openStore };
export type { OpenStoreOptions, SqlStore };
