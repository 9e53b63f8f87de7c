import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const dist = resolve(import.meta.dirname, process.env.EARSHOT_OUT ?? 'dist')

/** Firefox and WebKit, where they are installed, against what is built. No part of `npm test`: few machines have them. */
export default defineConfig({
  resolve: {
    alias: {
      'earshot/server': `${dist}/server.js`,
      'earshot/node': `${dist}/node.js`,
      'earshot/react': `${dist}/react.js`,
      earshot: `${dist}/index.js`,
    },
  },
  test: {
    include: ['test/engines/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
