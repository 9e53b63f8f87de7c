// Runs all checks and tests, fastest first, and prints `N passed, N failed`. A check without a test runner counts as one test.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'earshot-test-'))

const check = (name, ...command) => ({ name, command })
const tests = (name, config) => ({ name, config, command: ['vitest', 'run', '-c', config] })

const STEPS = [
  check('format and lint', 'biome', 'ci', '--error-on-warnings', '.'),
  check('types', 'tsc', '-p', '.'),
  tests('unit and interface tests', 'vitest.config.ts'),
  tests('tests on SQLite and PostgreSQL', 'vitest.stores.config.ts'),
  tests('tests of dist', 'vitest.dist.config.ts'),
  tests('browser tests', 'vitest.browser.config.ts'),
  tests('browser tests of the examples', 'vitest.examples.config.ts'),
  check('unused code', 'knip'),
  check('package', 'publint', '--strict'),
  check('package types', 'attw', '--pack', '.', '--profile', 'strict'),
]

let passed = 0
let failed = 0
for (const [index, { name, config, command }] of STEPS.entries()) {
  console.log(`\n== ${name}`)
  const report = join(out, `${index}.json`)
  const [tool, ...args] = command
  if (config) args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  const { status } = spawnSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' })
  const counts = config && read(report)
  passed += counts ? counts.numPassedTests : Number(status === 0)
  // A run can fail without a failed test, for example on a syntax error. It counts as one failure.
  failed += counts
    ? counts.numFailedTests + Number(status !== 0 && counts.numFailedTests === 0)
    : Number(status !== 0)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
