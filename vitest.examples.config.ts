import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/chromium.mjs'

const dist = resolve(import.meta.dirname, process.env.EARSHOT_OUT ?? 'dist')

/**
 * The examples as a visitor meets them: real pages in a real browser, against what is built. One browser at a time.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: {
      'earshot/server': `${dist}/server.js`,
      'earshot/node': `${dist}/node.js`,
      earshot: `${dist}/index.js`,
    },
  },
  test: {
    include: ['test/examples/**/*.test.ts', 'examples/testing/**/*.test.ts'],
    environment: 'node',
    // The examples take the browser that their reader has; here it is the one of all other tests.
    env: { CHROMIUM: findChromium() ?? '' },
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    // A browser on a busy machine loses a race now and then; what is broken fails three times.
    retry: 2,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
