// Runs the unit tests with a seed of its own, so that properties are tried on values that no earlier run has tried. CI keeps one seed.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'

const seed = process.env.FC_SEED ?? String(randomInt(2 ** 31))
const repeat = `Repeat with FC_SEED=${seed} npm run nightly`
console.log(repeat)
const { status } = spawnSync('npx', ['vitest', 'run', '--project', '!react 18', ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, FC_SEED: seed },
})
console.log(repeat)
process.exitCode = status ?? 1
