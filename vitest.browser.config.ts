import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/findBrowsers.mjs'
import { LongestFirst } from './scripts/longestFirst.mjs'

const dist = resolve(import.meta.dirname, process.env.EARSHOT_OUT ?? 'dist')
const alias = {
  'earshot/server': `${dist}/server.js`,
  'earshot/node': `${dist}/node.js`,
  'earshot/react': `${dist}/react.js`,
  earshot: `${dist}/index.js`,
}

/**
 * Tests in real browsers: of the sources in Chromium, of the examples in Chromium, and of the built scripts in Firefox and WebKit. The
 * tests of the examples and of the engines run against `dist`.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    environment: 'node',
    // Two files at a time, each with a browser of its own. A browser waits more than it computes.
    maxWorkers: 2,
    // The files of a project share the process, its modules and their bundles, but no browser (D-660).
    isolate: false,
    // As sites load it: Node loads a file of `dist` faster than Vite transforms it.
    server: { deps: { external: [/\/dist\/[\w-]+\.js$/] } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', './scripts/slowestTests.mjs'],
    projects: [
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'] } },
      {
        extends: true,
        resolve: { alias },
        test: { name: 'examples', include: ['test/examples/**/*.test.ts'] },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'testing',
          include: ['examples/testing/**/*.test.ts'],
          // The example reads the browser from this variable. One without a window names that among its brands, as bots do.
          env: { CHROMIUM: findChromium() ?? '' },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: { name: 'engines', include: ['test/engines/**/*.test.ts'] },
      },
    ],
  },
})
