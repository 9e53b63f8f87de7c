// Prepares a fresh clone: installs the dependencies and, with --tests, a Chromium and PostgreSQL. Does nothing when they are there.
// Uses Node's built-in modules only, because it runs before `npm ci`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from './findChromium.mjs'
import { findPostgres } from './postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.earshot-lock`
const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')

const run = (command, args, options = {}) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return status === 0
}
const fail = message => {
  console.error(message)
  process.exit(1)
}

const [major] = process.versions.node.split('.')
if (Number(major) < 20) fail(`Earshot needs Node 20 or newer. Found ${process.versions.node}.`)

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing dependencies ...')
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) fail('npm ci failed.')
  writeFileSync(stamp, lock)
}

const quiet = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
}
/** Installs packages of Debian, which takes root. Returns whether it could. */
const installDebian = (...packages) =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  run('apt-get', ['update', '-qq'], quiet) &&
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)

const isForTests = process.argv.includes('--tests')

if (isForTests && !findChromium()) {
  console.log('Installing Chromium ...')
  if (!installDebian('chromium', 'fonts-liberation', 'fonts-noto-color-emoji'))
    run('npx', ['playwright-core', 'install', 'chromium'])
  if (!findChromium())
    fail('Chromium could not be installed. Install it, or set CHROMIUM to the path of a Chromium.')
}

if (isForTests && !findPostgres()) {
  console.log('Installing PostgreSQL ...')
  installDebian('postgresql')
  if (!findPostgres())
    fail('PostgreSQL could not be installed. Install it, or set POSTGRES_BIN to the folder of its programs.')
}
