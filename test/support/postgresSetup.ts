import { startPostgres } from '../../scripts/postgres.mjs'

/** Starts a PostgreSQL for all tests of a run. Its address is in `EARSHOT_TEST_POSTGRES`. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  process.env['EARSHOT_TEST_POSTGRES'] = postgres.url
  return postgres.remove
}
