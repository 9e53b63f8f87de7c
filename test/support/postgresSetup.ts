import { startPostgres } from '../../scripts/postgres.mjs'

/** Starts a PostgreSQL for all projects of a run. Its address is in `EARSHOT_TEST_POSTGRES`. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Vitest calls this once per project, one after the other.
  if (process.env['EARSHOT_TEST_POSTGRES']) return
  const postgres = await startPostgres()
  process.env['EARSHOT_TEST_POSTGRES'] = postgres.url
  return postgres.remove
}
