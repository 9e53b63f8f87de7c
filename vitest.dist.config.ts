import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longestFirst.mjs'
import { docsPlugin } from './test/support/docsPlugin.ts'

/** Tests of `dist/`: that the build gives it, that it weighs what it may, that its public names do what they say. */
export default defineConfig({
  plugins: [docsPlugin()],
  resolve: {
    alias: {
      'earshot/server': new URL('./dist/server.js', import.meta.url).pathname,
      'earshot/store': new URL('./dist/store.js', import.meta.url).pathname,
      'earshot/node': new URL('./dist/node.js', import.meta.url).pathname,
      'earshot/surveys': new URL('./dist/surveys.js', import.meta.url).pathname,
      'earshot/react': new URL('./dist/react.js', import.meta.url).pathname,
      'earshot/openfeature': new URL('./dist/openfeature.js', import.meta.url).pathname,
      earshot: new URL('./dist/index.js', import.meta.url).pathname,
    },
  },
  test: {
    reporters: ['default', './scripts/slowestTests.mjs'],
    include: ['test/dist/**/*.test.ts', 'test/package/**/*.test.ts', 'test/nodes/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/package/packOnce.ts'],
    server: { deps: { external: [/\/dist\/[\w-]+\.js$/] } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
