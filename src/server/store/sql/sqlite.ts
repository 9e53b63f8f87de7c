import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { createQueue } from '../../lib/createQueue'
import { StoreUnavailableError } from '../store'
import type { RunStatement, SqlBuilder, SqlDatabase, SqlRow } from './database'
import { pause } from './pause'
import { loadSqliteDriver, type SqliteConnection } from './sqliteDriver'

/** Settings of a SQLite database. */
export interface SqliteOptions {
  path: string
  /**
   * `normal` keeps every commit when the process ends, `full` also when the machine does, and waits for the disk at each
   * commit. See D-482.
   */
  synchronous: 'normal' | 'full'
}

/** Another process may write for this long before a request is answered with 503. */
const BUSY_TIMEOUT_MS = 5000
const BUSY_PAUSE_MS = 5

/** For each of the two connections. The system caches the file as well. */
const CACHE_KILOBYTES = 8192
/** The journal has this many pages of 4 kB before they are moved to the database, which waits for the disk. */
const CHECKPOINT_PAGES = 4000

const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
/**
 * Result codes of a file or a disk that cannot be used, as opposed to those of a wrong statement: LOCKED, NOMEM, READONLY,
 * INTERRUPT, IOERR, FULL, CANTOPEN, NOTADB. Some pass by themselves, and the others once the file is restored.
 */
const UNAVAILABLE_CODES = new Set([SQLITE_BUSY, 6, 7, 8, 9, 10, SQLITE_CORRUPT, 13, 14, 26])

/** Opens a database in a file. Creates it when there is none. */
export async function openSqlite({ path, synchronous }: SqliteOptions): Promise<SqlDatabase> {
  const connect = await loadSqliteDriver()
  const pragmas = [
    // A process that has just ended may still be closing the file. Later waits must not block this process.
    `busy_timeout = ${BUSY_TIMEOUT_MS}`,
    'journal_mode = WAL',
    `synchronous = ${synchronous}`,
    `cache_size = -${CACHE_KILOBYTES}`,
    `wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    'busy_timeout = 0',
  ]
    .map(pragma => `PRAGMA ${pragma};`)
    .join('')
  const open = (): SqliteConnection => {
    try {
      const connection = connect(path)
      connection.exec(pragmas)
      return connection
    } catch (error) {
      if (resultCode(error) === SQLITE_CORRUPT) throw damaged(path, error)
      throw new Error(
        `earshot.openStore: ${path} cannot be opened as a SQLite database: ${(error as Error).message}.`,
      )
    }
  }
  // One connection writes. The other one reads at the same time, and does not see what is not committed.
  const [writer, reader] = [open(), open()]
  const read = createRunner(reader)
  const write = createRunner(writer)
  const inTurn = createQueue()

  const runTransaction = async <R>(work: (run: RunStatement) => Promise<R>): Promise<R> => {
    await retryWhileBusy(() => write('BEGIN IMMEDIATE'))
    try {
      const result = await work(write)
      await write('COMMIT')
      return result
    } catch (error) {
      // SQLite has undone some transactions already, and says so with an error.
      await write('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  return {
    builder: createBuilder(),
    kind: 'sqlite',
    dialect: {
      numberType: 'integer',
      sequenceType: 'integer primary key',
      isSequenceInIndexes: true,
      ignoresKnownOrder: false,
      positionOf: 'instr',
      eraseDeleted: 'PRAGMA secure_delete = ON',
    },
    read: (sql, parameters) => retryWhileBusy(() => read(sql, parameters)),
    transaction: work => inTurn(() => runTransaction(work)),
    openSnapshot: async () => {
      const connection = open()
      const run = createRunner(connection)
      await run('BEGIN')
      return {
        run: (sql, parameters) => retryWhileBusy(() => run(sql, parameters)),
        close: async () => {
          await run('COMMIT')
          connection.close()
        },
      }
    },
    // A full disk and a file without permission show when a page is written. Nothing reads this number. See D-709.
    requireWritable: () =>
      inTurn(() =>
        runTransaction(async run => {
          await run('PRAGMA user_version = 0')
        }),
      ),
    check: async () => {
      const [result] = await read('PRAGMA quick_check(1)').catch(error => {
        throw damaged(path, error)
      })
      const detail = String(result?.['quick_check'])
      if (detail !== 'ok') throw damaged(path, new Error(detail))
    },
    close: () =>
      inTurn(async () => {
        // SQLite does it as well, but not while `libsql` keeps statements until they are collected.
        await write('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined)
        reader.close()
        writer.close()
      }),
  }
}

function createBuilder(): SqlBuilder {
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** Statements are prepared once. */
function createRunner(connection: SqliteConnection): RunStatement {
  const prepared = new Map<string, ReturnType<SqliteConnection['prepare']>>()
  return async (sql, parameters = []) => {
    try {
      let statement = prepared.get(sql)
      if (!statement) {
        statement = connection.prepare(sql)
        prepared.set(sql, statement)
      }
      return statement(parameters) as SqlRow[]
    } catch (error) {
      throw UNAVAILABLE_CODES.has(resultCode(error)) ? unavailable(error) : error
    }
  }
}

function damaged(path: string, cause: unknown): Error {
  const detail = (cause as Error).message
  return new Error(`earshot.openStore: ${path} is damaged: ${detail}. Restore it from a backup.`, { cause })
}

function unavailable(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`SQLite: ${(cause as Error).message}`, { cause })
}

/** Returns the primary result code: `libsql` and Node name it differently. */
function resultCode(error: unknown): number {
  const { rawCode, errcode } = error as { rawCode?: number; errcode?: number }
  return (rawCode ?? errcode ?? 0) & 0xff
}

async function retryWhileBusy<R>(work: () => Promise<R>): Promise<R> {
  const end = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof StoreUnavailableError && resultCode(error.cause) === SQLITE_BUSY
      if (!isBusy || performance.now() > end) throw error
    }
    await pause(BUSY_PAUSE_MS)
  }
}
