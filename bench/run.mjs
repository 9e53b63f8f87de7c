// Runs the benchmarks named on the command line, or all of them, one after the other. They print ratios; none is a test.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const all = readdirSync(folder)
  .map(file => file.replace('.mjs', ''))
  .filter(name => !['lib', 'run'].includes(name))
const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [`${folder}${name}.mjs`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
