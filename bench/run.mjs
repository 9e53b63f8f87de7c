// Runs the benchmarks named on the command line, or all of them in sequence. They print ratios and never fail on a slow result.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const all = readdirSync(folder)
  .map(file => file.replace('.mjs', ''))
  .filter(name => !['harness', 'run'].includes(name))
const selected = process.argv.slice(2)
for (const name of selected.length > 0 ? selected : all) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [`${folder}${name}.mjs`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
