import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const cache = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * Installs a release of Node from the registry's package `node`, once for each machine and release.
 *
 * @param release A major version, or `latest`.
 * @returns The path of the program.
 * @throws Error when the registry cannot be reached.
 */
export async function installNode(release: string): Promise<string> {
  const folder = join(cache, `node-${release}`)
  const program = join(folder, 'node_modules/node/bin/node')
  // The newest release changes, so npm is asked each time.
  if (release !== 'latest' && existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', `node@${release}`]
  await promisify(execFile)('npm', args, { cwd: folder })
  return program
}
