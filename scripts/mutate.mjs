// Changes the sources in small ways and runs the unit tests over each change: a change that no test notices is a gap of the tests.
// `npm run mutate -- targeting` for one area, or a path. Takes minutes for a file and hours for all, so it is no part of CI.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Not a dependency: 64 MB that only this script uses. From here, the packages find the vitest of the project.
const folder = `${root}node_modules/.cache/stryker`
const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']

const AREAS = {
  targeting: 'src/surveys/targeting/*.ts',
  session: 'src/surveys/session/*.ts',
  outbox: 'src/capture/outbox.ts',
  flags: 'src/flags/*.ts',
  evaluation: 'src/server/flags/evaluation/*.ts',
}

const run = (command, args, options = {}) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (status !== 0) process.exit(status ?? 1)
}

const bin = `${folder}/node_modules/.bin/stryker`
if (!existsSync(bin)) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "private": true }')
  // Without the peer dependencies, because that is a second vitest.
  const quiet = ['--no-save', '--legacy-peer-deps', '--no-audit', '--no-fund']
  run('npm', ['install', ...quiet, ...PACKAGES], { cwd: folder })
}

const [area] = process.argv.slice(2)
const mutate = area === undefined ? Object.values(AREAS) : [AREAS[area] ?? area]
const config = {
  mutate,
  plugins: [`${folder}/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js`],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.config.ts', related: true },
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: 'tmp/mutation.html' },
  // Vitest looks for no tests below node_modules.
  tempDirName: 'tmp/stryker',
  ignorePatterns: ['bench', 'docs/*.png'],
  thresholds: { high: 95, low: 85, break: 85 },
}
writeFileSync(`${folder}/config.json`, JSON.stringify(config))
run(bin, ['run', `${folder}/config.json`])
