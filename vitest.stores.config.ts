import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { PEERS_ON_DOCUMENT } from './test/support/testGroups.ts'

const test = {
  environment: 'node' as const,
  setupFiles: ['test/support/properties.ts', 'test/support/storeHooks.ts'],
  restoreMocks: true,
  testTimeout: 120_000,
}
const ON_EVERY_STORE = [
  'test/interface/**/*.test.ts',
  'test/peers/**/*.test.ts',
  'test/server/store/sqlStore.test.ts',
  'test/server/store/migrations.test.ts',
  'test/server/retention.test.ts',
]

const POSTGRES = { globalSetup: ['test/support/postgresSetup.ts'] }

/** Returns the projects of a kind of store: files that share processes, and the others. */
const on = (kind: string, setup = {}): TestProjectConfiguration[] => {
  const common = { ...test, ...setup, env: { EARSHOT_TEST_STORE: kind } }
  return [
    { test: { ...common, name: kind, isolate: false, include: ON_EVERY_STORE, exclude: PEERS_ON_DOCUMENT } },
    { test: { ...common, name: `${kind}, peers`, isolate: false, include: PEERS_ON_DOCUMENT } },
  ]
}

/**
 * The interface, the peers, retention and the contract of stores on each database, and what becomes of data when a process or a database
 * ends. `vitest.config.ts` runs all but the last in memory.
 */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/slowestTests.mjs'],
    projects: [
      ...on('sqlite'),
      ...on('postgres', POSTGRES),
      { test: { ...test, ...POSTGRES, name: 'durability', include: ['test/durability/**/*.test.ts'] } },
    ],
  },
})
