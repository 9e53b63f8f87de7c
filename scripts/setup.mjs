// Prepares a fresh clone: installs the dependencies and, with --browser, a Chromium. Does nothing when both are installed.
// Uses Node's built-in modules only, because it runs before `npm ci`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from './findChromium.mjs'

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

if (process.argv.includes('--browser') && !findChromium()) {
  console.log('Installing Chromium ...')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const isRoot = process.getuid?.() === 0
  const packages = ['chromium', 'fonts-liberation', 'fonts-noto-color-emoji']
  const isInstalled =
    isRoot &&
    existsSync('/usr/bin/apt-get') &&
    run('apt-get', ['update', '-qq'], quiet) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  if (!isInstalled) run('npx', ['playwright-core', 'install', 'chromium'])
  if (!findChromium())
    fail('Chromium could not be installed. Install it, or set CHROMIUM to the path of a Chromium.')
}
