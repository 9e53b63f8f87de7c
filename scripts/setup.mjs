// Prepares a fresh clone: installs the dependencies, and browsers and PostgreSQL for its tests. Does nothing when they are there.
// Uses Node's built-in modules only, because it runs before `npm ci`.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, findFirefox, findHeadlessChromium, findWebKit, findXvfb } from './findBrowsers.mjs'
import { findPostgres } from './postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.earshot-lock`
const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')

/** Resolves to whether the command has succeeded. */
const run = (command, args, options = {}) =>
  new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })

/** Installs the dependencies, or ends the process with a message. */
export async function installDependencies() {
  const fail = message => {
    console.error(message)
    process.exit(1)
  }
  const [major] = process.versions.node.split('.')
  if (Number(major) < 20) fail(`Earshot needs Node 20 or newer. Found ${process.versions.node}.`)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing dependencies ...')
  const args = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await run('npm', args))) fail('npm ci failed.')
  writeFileSync(stamp, lock)
}

/** The programs that the tests need: their names, what finds them, and Debian's packages. */
const PROGRAMS = [
  ['Chromium', findChromium, 'chromium', 'fonts-liberation', 'fonts-noto-color-emoji'],
  ['PostgreSQL', findPostgres, 'postgresql'],
  ['Firefox', findFirefox, 'firefox-esr'],
  ['WebKitWebDriver', findWebKit, 'webkit2gtk-driver'],
  ['Xvfb', () => process.env.DISPLAY || findXvfb(), 'xvfb'],
]
const missingPrograms = () => PROGRAMS.filter(([, find]) => !find())

/** Installs the missing programs with Debian's packages, which takes root. */
async function installPackages() {
  const packages = missingPrograms().flatMap(([, , ...names]) => names)
  // Without it, the tests use Chromium itself and take longer (D-580).
  if (findHeadlessChromium() === findChromium() && !process.env.CHROMIUM)
    packages.push('chromium-headless-shell')
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${packages.join(', ')} ...`)
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
}

/**
 * Installs the browsers and PostgreSQL that the tests need.
 *
 * @param dependencies Resolves when the dependencies are there.
 * @returns What is missing and could not be installed, if anything.
 */
export async function installPrograms(dependencies) {
  await Promise.all([dependencies, installPackages()])
  if (!findChromium()) await run('npx', ['playwright-core', 'install', 'chromium'])
  const missing = missingPrograms()
  if (missing.length === 0) return undefined
  return (
    `The tests need ${missing.map(([name]) => name).join(', ')}, and could not install them. As root on Debian:\n` +
    `  apt-get install ${missing.flatMap(([, , ...names]) => names).join(' ')}\n` +
    'Elsewhere, set CHROMIUM or FIREFOX to the path of the browser, POSTGRES_BIN to the folder of the programs of PostgreSQL.'
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installDependencies()
