import type { SqlStore } from '../store/sql/sqlStore'
import { type CliIO, UsageError } from './command'

/** The option of each command that uses a database. */
export const dataOption = {
  type: 'string',
  value: 'where',
  help: 'SQLite file or PostgreSQL URL, for example earshot.db or\npostgres://user@host/name (default: EARSHOT_DATA)',
} as const

interface DatabaseDeps extends Pick<CliIO, 'env'> {
  /** The value of `--data`. */
  data: string | undefined
  /** Creates a SQLite file that does not exist. Otherwise it is refused. */
  mayCreate?: boolean
}

/**
 * Runs `work` on the database of `--data`, or else of `EARSHOT_DATA`, and closes it.
 *
 * @throws UsageError when neither is set.
 */
export async function withDatabase<R>(
  { data, env, mayCreate = false }: DatabaseDeps,
  work: (store: SqlStore) => Promise<R>,
): Promise<R> {
  const url = data ?? env['EARSHOT_DATA']
  if (!url) throw new UsageError('--data is missing. Expected a SQLite file or a PostgreSQL URL')
  const { openStore } = await import('../openStore')
  const store = await openStore(url, { mustExist: !mayCreate })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
