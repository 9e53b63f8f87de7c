import { defineConfig } from 'vitest/config'
import { keepThreads } from './test/support/keepThreads.ts'
import base from './vitest.config.ts'

const { projects: _, reporters: __, ...test } = base.test!

/** The unit tests for `scripts/mutate.mjs`, which runs them once per mutant. */
export default defineConfig({
  ...base,
  plugins: [...base.plugins!, keepThreads()],
  test: {
    ...test,
    include: process.env.MUTATE_TESTS?.split(' ') ?? ['test/**/*.test.ts'],
    setupFiles: [...test.setupFiles!, 'test/support/attributeCoverage.ts'],
    isolate: false,
    reporters: [],
  },
})
