// Installs what is missing, runs all checks and tests, and prints the ten slowest tests, what failed and `N passed, N failed`.
// A check without a test runner counts as one test.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies, installPrograms } from './setup.mjs'
import { slowestLines } from './slowestTests.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The temporary folder of all steps, for what tests and browsers leave behind. PostgreSQL runs as a user of its own and reads it. */
const out = mkdtempSync(join(tmpdir(), 'earshot-test-'))
chmodSync(out, 0o755)

const check = (name, ...command) => ({ name, command })
const tests = (name, config, ...args) => ({ name, config, command: ['vitest', 'run', '-c', config, ...args] })
// Vitest leaves a core idle by default, which is half of a small machine.
const WORKERS = `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`

const withPrograms = step => ({ ...step, needsPrograms: true })

/** The steps, the longest first. Two of them run at a time. */
const STEPS = [
  withPrograms(tests('browser tests', 'vitest.browser.config.ts')),
  tests('unit and interface tests', 'vitest.config.ts', WORKERS),
  withPrograms(tests('tests on SQLite and PostgreSQL', 'vitest.stores.config.ts', WORKERS)),
  withPrograms(tests('tests of dist', 'vitest.dist.config.ts', WORKERS)),
  check('types', 'tsc', '-p', '.'),
  check('package types', 'attw', '--pack', '.', '--profile', 'strict'),
  check('unused code', 'knip'),
  check('format and lint', 'biome', 'ci', '--error-on-warnings', '.'),
  check('package', 'publint', '--strict'),
]
const PARALLEL_STEPS = 2

/** Runs a step, and prints its output when it has ended, so that those of two steps do not mix. */
async function runStep({ name, config, command: [tool, ...args] }) {
  const report = join(out, `${config}.json`)
  if (config) args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  console.log(`... ${name}`)
  const start = performance.now()
  const { status, output } = await run(join(root, 'node_modules/.bin', tool), args)
  console.log(`\n== ${name} (${Math.round((performance.now() - start) / 1000)} s)\n${output}`)
  const counts = config && read(report)
  const outcomes = (counts?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, ...outcome }) => ({
      name: `${file.slice(root.length)}: ${fullName}`,
      ...outcome,
    })),
  )
  const failures = outcomes
    .filter(outcome => outcome.status === 'failed')
    .map(({ name, failureMessages: [message = ''] }) => `${name}\n    ${message.split('\n', 1)[0]}`)
  // A run can fail without a failed test, for example on a syntax error. It counts as one failure.
  if (status !== 0 && failures.length === 0) failures.push(`${name}: see its output above`)
  return {
    passed: counts?.numPassedTests ?? Number(status === 0),
    failures,
    tests: outcomes.map(({ name, duration = 0 }) => ({ name, ms: duration })),
  }
}

function run(command, args) {
  return new Promise(resolve => {
    const env = { ...process.env, TMPDIR: out }
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        output += text
      })
    child.once('close', status => resolve({ status, output }))
  })
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const dependencies = installDependencies()
/** What is missing of browsers and PostgreSQL. Installing them takes a minute, in which other steps run. */
const missing = installPrograms(dependencies)
let hasPrograms = false
missing.then(message => {
  hasPrograms = true
  if (message) console.error(message)
})

async function takeStep() {
  const canRun = step => hasPrograms || !step.needsPrograms
  if (!STEPS.some(canRun)) await missing
  const index = STEPS.findIndex(canRun)
  return index < 0 ? undefined : STEPS.splice(index, 1)[0]
}

await dependencies
const results = []
await Promise.all(
  Array.from({ length: PARALLEL_STEPS }, async () => {
    for (let step = await takeStep(); step; step = await takeStep()) {
      const isMissing = step.needsPrograms && (await missing)
      results.push(
        isMissing ? { passed: 0, failures: [`${step.name}: not run`], tests: [] } : await runStep(step),
      )
    }
  }),
)
const failures = results.flatMap(result => result.failures)
const passed = results.reduce((total, result) => total + result.passed, 0)
console.log(`\nSlowest tests\n${slowestLines(results.flatMap(result => result.tests)).join('\n')}`)
if (failures.length > 0) console.log(`\nFailures\n${failures.map(line => `  ${line}`).join('\n')}`)
try {
  rmSync(out, { recursive: true, force: true, maxRetries: 10 })
} catch (error) {
  console.warn(`\nCould not remove ${out}: ${error}`)
}
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
