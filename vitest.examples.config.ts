import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/findChromium.mjs'

const dist = resolve(import.meta.dirname, process.env.EARSHOT_OUT ?? 'dist')

/** Browser tests of the examples, run against `dist`. One browser at a time. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: {
      'earshot/server': `${dist}/server.js`,
      'earshot/node': `${dist}/node.js`,
      'earshot/react': `${dist}/react.js`,
      earshot: `${dist}/index.js`,
    },
  },
  test: {
    include: ['test/examples/**/*.test.ts', 'examples/testing/**/*.test.ts'],
    environment: 'node',
    // `examples/testing` reads the browser from this variable.
    env: { CHROMIUM: findChromium() ?? '' },
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    // Browser timing is unreliable on a busy machine. A real failure fails three times.
    retry: 2,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
