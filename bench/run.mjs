// Runs the benchmarks named on the command line, or all of them in sequence, and prints one table of all comparisons. They never
// fail on a slow result. `--reps <count>` sets the repetitions of each.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printComparison } from './harness.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
const all = readdirSync(folder)
  .filter(file => file.endsWith('.mjs'))
  .map(file => file.replace('.mjs', ''))
  .filter(name => !['harness', 'run'].includes(name))
const { values, positionals } = parseArgs({ options: { reps: { type: 'string' } }, allowPositionals: true })
const args = values.reps ? ['--reps', values.reps] : []

const comparison = []
for (const name of positionals.length > 0 ? positionals : all) {
  console.log(`\n# ${name}`)
  const benchmark = fork(`${folder}${name}.mjs`, args)
  benchmark.on('message', rows => comparison.push(...rows))
  const [status] = await once(benchmark, 'close')
  if (status !== 0) process.exitCode = 1
}
if (comparison.length > 0) {
  console.log('\n# Comparison of one run, medians')
  printComparison(comparison)
}
