import { defineConfig } from 'vitest/config'

/** Unit and interface tests: everything that needs no browser. `test/browser`, `test/dist` and others have runs of their own. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: {
      'earshot/server': new URL('./src/server/index.ts', import.meta.url).pathname,
      'earshot/store': new URL('./src/server/openStore.ts', import.meta.url).pathname,
      'earshot/node': new URL('./src/server/node.ts', import.meta.url).pathname,
      'earshot/surveys': new URL('./src/surveys.ts', import.meta.url).pathname,
      'earshot/react': new URL('./src/react.ts', import.meta.url).pathname,
      'earshot/openfeature': new URL('./src/openfeature.ts', import.meta.url).pathname,
      earshot: new URL('./src/index.ts', import.meta.url).pathname,
    },
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: [
      'test/browser/**',
      'test/durability/**',
      'test/engines/**',
      'test/examples/**',
      'test/fixtures/**',
      'test/dist/**',
      'test/package/**',
    ],
    environment: 'node',
    setupFiles: ['test/support/properties.ts'],
    restoreMocks: true,
    testTimeout: 15_000,
  },
})
