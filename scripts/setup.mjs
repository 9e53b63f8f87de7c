// Makes a fresh clone ready: installs what the lock file names and, with --browser, finds or gets a Chromium.
// Needs nothing but Node; does nothing when all is in place.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

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
if (Number(major) < 20) fail(`Earshot needs Node 20 or newer; this is ${process.versions.node}`)

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing what package-lock.json names ...')
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) fail('npm ci failed')
  writeFileSync(stamp, lock)
}

if (process.argv.includes('--browser') && !findChromium()) {
  console.log('No Chromium found; getting one ...')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const isRoot = process.getuid?.() === 0
  const packages = ['chromium', 'fonts-liberation', 'fonts-noto-color-emoji']
  const debian =
    isRoot &&
    existsSync('/usr/bin/apt-get') &&
    run('apt-get', ['update', '-qq'], quiet) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  if (!debian) run('npx', ['playwright-core', 'install', 'chromium'])
  if (!findChromium()) fail('No Chromium could be had: install one, or name it in CHROMIUM')
}
