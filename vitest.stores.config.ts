import { defineConfig } from 'vitest/config'

const test = {
  environment: 'node' as const,
  setupFiles: ['test/support/properties.ts'],
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

/**
 * The interface, the peers, retention and the contract of stores on each database, and what becomes of data when a process or a database
 * ends. `vitest.config.ts` runs all but the last in memory.
 */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/slowestTests.mjs'],
    projects: [
      { test: { ...test, name: 'sqlite', include: ON_EVERY_STORE, env: { EARSHOT_TEST_STORE: 'sqlite' } } },
      {
        test: {
          ...test,
          name: 'postgres',
          include: ON_EVERY_STORE,
          env: { EARSHOT_TEST_STORE: 'postgres' },
          globalSetup: ['test/support/postgresSetup.ts'],
        },
      },
      {
        test: {
          ...test,
          name: 'durability',
          include: ['test/durability/**/*.test.ts'],
          globalSetup: ['test/support/postgresSetup.ts'],
        },
      },
    ],
  },
})
