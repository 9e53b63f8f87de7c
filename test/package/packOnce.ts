import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Packs what `npm publish` would send, once for all tests of a run. Its path is in `EARSHOT_TEST_PACKAGE`. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-packed-'))
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  process.env['EARSHOT_TEST_PACKAGE'] = join(folder, stdout.trim().split('\n').at(-1)!)
  return () => rmSync(folder, { recursive: true })
}
