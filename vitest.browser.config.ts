import { defineConfig } from 'vitest/config'

/** Tests in a real browser: what layout, focus and policies of the page decide. One browser at a time. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/browser/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    // A browser on a busy machine loses a race now and then; what is broken fails three times.
    retry: 2,
    hookTimeout: 60_000,
  },
})
