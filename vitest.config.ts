import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { docsPlugin } from './test/support/docsPlugin.ts'
import {
  CHANGE_BUILT_INS,
  IN_DOCUMENT,
  ISOLATED,
  ON_DOCS_PAGE,
  ON_DOCUMENT,
  PEERS_ON_DOCUMENT,
} from './test/support/testGroups.ts'

const OTHER_RUNS = 'test/{browser,dist,durability,engines,examples,fixtures,nodes,package}/**'

/** Groups of files that share a process with each other alone. */
const GROUPS = {
  document: IN_DOCUMENT,
  docs: ON_DOCS_PAGE,
  'built-ins': CHANGE_BUILT_INS,
  'on the document': ON_DOCUMENT,
  peers: PEERS_ON_DOCUMENT,
}

/** Returns a project that runs files with React 18. */
const onReact18 = (name: string, settings: object): TestProjectConfiguration => ({
  extends: true,
  resolve: { alias: { react: 'react-18', 'react-dom': 'react-dom-18' } },
  test: { name, setupFiles: ['test/react/react18.ts'], ...settings },
})

/**
 * Unit and interface tests: everything that needs no browser. `test/browser`, `test/dist` and others have runs of their own. The
 * tests of React run with React 18 too.
 */
export default defineConfig({
  plugins: [docsPlugin()],
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
    reporters: ['default', './scripts/slowestTests.mjs'],
    environment: 'node',
    setupFiles: ['test/support/properties.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['test/support/storeHooks.ts'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [OTHER_RUNS, ...ISOLATED, ...Object.values(GROUPS).flat()],
        },
      },
      ...Object.entries(GROUPS).map(
        ([name, include]): TestProjectConfiguration => ({
          extends: true,
          test: { name, isolate: false, include },
        }),
      ),
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
      onReact18('react 18', { isolate: false, include: ['test/react/**/*.test.ts'], exclude: ISOLATED }),
      onReact18('react 18, isolated', { include: ISOLATED.filter(path => path.startsWith('test/react/')) }),
    ],
  },
})
