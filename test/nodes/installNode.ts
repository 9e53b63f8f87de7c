import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const cache = join(import.meta.dirname, '../../node_modules/.cache')
const [own] = process.versions.node.split('.')

/**
 * Returns the program of a release of Node: this one, or that of the registry's package for this platform, which the package `node`
 * would install in three times the work. It is fetched once for each machine and release.
 *
 * @param release A major version, or `latest`.
 * @throws Error when the registry cannot be reached.
 */
export async function installNode(release: string): Promise<string> {
  if (release === own) return process.execPath
  const folder = join(cache, `node-${release}`)
  const program = join(folder, 'bin/node')
  // The newest release changes, so npm is asked each time.
  if (release !== 'latest' && existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const run = promisify(execFile)
  const spec = `node-${process.platform}-${process.arch}@${release}`
  const { stdout } = await run('npm', ['pack', '--silent', '--prefer-offline', spec], { cwd: folder })
  const archive = join(folder, stdout.trim())
  await run('tar', ['xzf', archive, '--strip-components=1', 'package/bin/node'], { cwd: folder })
  rmSync(archive)
  return program
}
