import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Installs what `npm publish` would send into a site.
 *
 * @returns The folder of the installed package.
 * @throws Error when npm cannot pack it.
 */
export function installPackage(site: string): string {
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', site], {
    cwd: root,
    encoding: 'utf8',
  })
  if (packed.status !== 0) throw new Error(packed.stderr)
  const installed = join(site, 'node_modules/earshot')
  mkdirSync(installed, { recursive: true })
  const file = join(site, packed.stdout.trim().split('\n').at(-1)!)
  const unpacked = spawnSync('tar', ['xzf', file, '-C', installed, '--strip-components=1'], {
    encoding: 'utf8',
  })
  if (unpacked.status !== 0) throw new Error(unpacked.stderr)
  rmSync(file)
  return installed
}
