import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs what `npm publish` would send into a site.
 *
 * @returns The folder of the installed package.
 * @throws Error when it cannot be unpacked.
 */
export function installPackage(site: string): string {
  const installed = join(site, 'node_modules/earshot')
  mkdirSync(installed, { recursive: true })
  const args = ['xzf', process.env['EARSHOT_TEST_PACKAGE']!, '-C', installed, '--strip-components=1']
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return installed
}
