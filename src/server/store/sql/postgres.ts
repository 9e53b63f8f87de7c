import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { createQueue } from '../../lib/createQueue'
import { StoreUnavailableError } from '../store'
import type { RunStatement, SqlBuilder, SqlDatabase, SqlRow } from './database'
import { importDriver } from './importDriver'
import { pause } from './pause'

type Pg = typeof import('pg')

/** The lock that a transaction takes first, so that one runs at a time in all processes. Any number that is unlikely elsewhere. */
const LOCK_ID = 3_405_691_582
const CONNECT_TIMEOUT_MS = 5000
/** A statement takes far less. A server that does not answer must not hold requests. */
const STATEMENT_TIMEOUT_MS = 30_000
/** `lock_timeout` bounds the wait for other processes. `idle_in_transaction_session_timeout` ends the lock of a frozen one. */
const BEGIN = `BEGIN; SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = '10s'`

const MAX_ATTEMPTS = 5
const RETRY_PAUSE_MS = 20

/** SQLSTATE of a conflict with another transaction: running it again may succeed. */
const CONFLICT = /^(40001|40P01|CR000)$/
/**
 * SQLSTATE of what may pass by itself: lost connections (08), conflicts (40), full disks and too many connections (53),
 * locks (55), shutdowns and timeouts (57), a frozen transaction (25P03), a standby (25006), and errors of the file system (58).
 */
const PASSING = /^(08|40|53|55|57|58|25P03|25006|CR000)/

/** Settings of a PostgreSQL database. */
interface PostgresOptions {
  /** Whether the server has the advisory locks of PostgreSQL. Default: as its version says. */
  hasLock?: boolean
}

/** Opens a PostgreSQL database, or one of a server that speaks its protocol. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<SqlDatabase> {
  const { default: pg } = await importDriver<{ default: Pg }>(
    'pg',
    'PostgreSQL needs the package pg. Run: npm install pg',
  )
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    // Values stay text: the types of columns are known.
    types: { getTypeParser: () => (value: string) => value } as never,
  })
  // A lost connection fails its statements and is replaced. Without a listener its error would end the process, and the pool
  // listens to idle connections alone (D-694).
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  const isPostgres = await connect(pool, url)
  const hasLock = options.hasLock ?? isPostgres
  const inTurn = createQueue()

  return {
    builder: createBuilder(),
    kind: 'postgres',
    dialect: {
      numberType: 'double precision',
      sequenceType: 'bigint generated always as identity primary key',
      isSequenceInIndexes: false,
      ignoresKnownOrder: true,
      positionOf: 'strpos',
    },
    read: createRunner(pool),
    transaction: work => inTurn(() => retryConflicts(() => runTransaction(pool, hasLock, work))),
    openSnapshot: () => openSnapshot(pool),
    requireWritable: () => requireWritable(pool),
    check: async () => undefined,
    close: () => inTurn(() => pool.end()),
  }
}

/**
 * Connects for the first time. Returns whether the server is PostgreSQL itself.
 *
 * @throws Error when the server cannot be reached.
 */
async function connect(pool: Pool, url: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ version: string }>('SELECT version()')
    return /^PostgreSQL (?!.*-YB-)/.test(rows[0]?.version ?? '')
  } catch (error) {
    await pool.end()
    const { host, pathname } = new URL(url)
    throw new Error(
      `earshot.openStore: the database ${pathname.slice(1)} at ${host || 'the default host'} cannot be opened: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}

/** A standby, and a server that is set to be read-only, answer what is read. */
async function requireWritable(pool: Pool): Promise<void> {
  const [row] = await createRunner(pool)(`SELECT current_setting('transaction_read_only') AS read_only`)
  if (row?.['read_only'] === 'on') throw new StoreUnavailableError('PostgreSQL: the database is read-only')
}

async function runTransaction<R>(
  pool: Pool,
  hasLock: boolean,
  work: (run: RunStatement) => Promise<R>,
): Promise<R> {
  const client = await pool.connect().catch(throwKnown)
  const run = createRunner(client)
  let lost: Error | undefined
  try {
    // Several statements in one message are one round trip.
    await run(
      hasLock
        ? `${BEGIN}; SELECT pg_advisory_xact_lock(${LOCK_ID})`
        : `${BEGIN}; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`,
    )
    const result = await work(run)
    await run('COMMIT')
    return result
  } catch (error) {
    await run('ROLLBACK').catch((rollbackError: Error) => {
      lost = rollbackError
    })
    throw error
  } finally {
    // A connection whose transaction could not be ended is closed, which ends it.
    client.release(lost)
  }
}

async function openSnapshot(pool: Pool): ReturnType<SqlDatabase['openSnapshot']> {
  const client = await pool.connect().catch(throwKnown)
  const run = createRunner(client)
  const close = async () => {
    const lost = await run('COMMIT').then(
      () => undefined,
      (error: Error) => error,
    )
    client.release(lost)
  }
  try {
    await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return { run, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs a transaction again after a conflict, with growing pauses. */
async function retryConflicts<R>(attempt: () => Promise<R>): Promise<R> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const state = (error as { cause?: { code?: string } }).cause?.code ?? ''
      if (!CONFLICT.test(state) || attempts === MAX_ATTEMPTS) throw error
    }
    await pause(RETRY_PAUSE_MS * 2 ** attempts * Math.random())
  }
}

function createBuilder(): SqlBuilder {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

function createRunner(client: Pool | PoolClient): RunStatement {
  return async (sql, parameters) => {
    const { rows } = await client.query<SqlRow>(sql, parameters && [...parameters]).catch(throwKnown)
    return rows
  }
}

/** An error without a SQLSTATE comes from the connection. */
function throwKnown(error: Error & { code?: string }): never {
  const isSqlState = /^[0-9A-Z]{5}$/.test(error.code ?? '')
  if (isSqlState && !PASSING.test(error.code!)) throw error
  throw new StoreUnavailableError(`PostgreSQL: ${error.message}`, { cause: error })
}
