// Changes the sources in small ways and runs tests over each change: a change that no test notices is a gap of the tests, or says
// the same in other words. `npm run mutate` for all areas, `npm run mutate -- targeting` for one, or a path within one. Takes ten
// minutes to an hour for an area, so it is no part of CI; results are kept, so that a second run tries what changed. See D-661.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Not a dependency: 64 MB that only this script uses. From here, the packages find the vitest of the project.
const folder = `${root}node_modules/.cache/stryker`
const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']

/** The sources of an area, and the tests that run over them. Tests of other areas would take most of the time. */
const AREAS = {
  targeting: [
    'src/surveys/targeting/*.ts',
    'test/surveys/targeting/*.ts',
    'test/surveys/display/{displayManager,popoverQueue,triggers}.test.ts',
    'test/surveys/surveys.test.ts',
  ],
  session: [
    'src/surveys/session/*.ts',
    'test/surveys/session/*.ts',
    'test/surveys/authoring/flow.test.ts',
    'test/surveys/previewLink.test.ts',
  ],
  outbox: [
    'src/capture/{outbox,eventQueue,handovers,takeovers,sendState}.ts',
    'test/capture/{outbox,outboxModel,eventQueue,sendState,batch}.test.ts',
  ],
  flags: ['src/flags/*.ts', 'test/flags/*.ts', 'test/client/{bootRequest,changeOfPerson}.test.ts'],
  evaluation: [
    'src/server/flags/evaluation/*.ts',
    'test/server/flags/**/*.ts',
    'test/interface/4.3-evaluation.test.ts',
  ],
}

const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status ?? 1

const bin = `${folder}/node_modules/.bin/stryker`
if (!existsSync(bin)) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "private": true }')
  // Without the peer dependencies, because that is a second vitest.
  const quiet = ['--no-save', '--legacy-peer-deps', '--no-audit', '--no-fund']
  if (run('npm', ['install', ...quiet, ...PACKAGES], { cwd: folder }) !== 0) process.exit(1)
}

/** Stryker keeps survivors until a test that covers them changes. No test covers what runs while a module loads. */
function forgetStaticSurvivors(file) {
  if (!existsSync(file)) return
  const report = JSON.parse(readFileSync(file, 'utf8'))
  for (const source of Object.values(report.files))
    source.mutants = source.mutants.filter(mutant => !mutant.static || mutant.status === 'Killed')
  writeFileSync(file, JSON.stringify(report))
}

/** Returns whether enough mutants were killed. */
function mutate(area, path) {
  const [sources, ...tests] = AREAS[area]
  const config = {
    mutate: [path ?? sources],
    plugins: [`${folder}/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js`],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.MUTATE_CONCURRENCY ?? 1),
    // Types are not checked, and biome has its own comments.
    disableTypeChecks: false,
    // A busy machine is no infinite loop.
    timeoutMS: 5_000,
    timeoutFactor: 2,
    incremental: true,
    incrementalFile: `${folder}/${area}.json`,
    reporters: ['clear-text', 'progress', 'json', 'html'],
    clearTextReporter: { reportTests: false, logTests: false },
    jsonReporter: { fileName: `tmp/mutation/${area}.json` },
    htmlReporter: { fileName: `tmp/mutation/${area}.html` },
    // Vitest looks for no tests below node_modules.
    tempDirName: `tmp/stryker-${area}`,
    ignorePatterns: ['bench', 'dist', 'tmp', 'docs/*.png'],
    thresholds: { high: 95, low: 85, break: 85 },
  }
  forgetStaticSurvivors(config.incrementalFile)
  const file = `${folder}/config-${area}.json`
  writeFileSync(file, JSON.stringify(config))
  // Not the option `testFiles`, with which Stryker never sees what a mutant does while its module loads.
  // Models try fewer sequences, since each survivor runs them.
  const env = { FC_RUNS: '15', ...process.env, MUTATE_TESTS: tests.join(' ') }
  return run(bin, ['run', file], { env }) === 0
}

const [wanted] = process.argv.slice(2)
const areas = Object.keys(AREAS).filter(
  area => !wanted || area === wanted || dirname(AREAS[area][0]) === dirname(wanted),
)
if (areas.length === 0) {
  console.error(
    `mutate: unknown area "${wanted}". Expected ${Object.keys(AREAS).join(', ')}, or a file of one.`,
  )
  process.exit(1)
}
const failed = areas.filter(area => !mutate(area, AREAS[wanted] ? undefined : wanted))
if (failed.length > 0) console.error(`mutate: fewer than 85 % of the mutants killed in ${failed.join(', ')}.`)
process.exit(failed.length > 0 ? 1 : 0)
