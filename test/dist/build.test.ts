import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const read = (folder: string, file: string) => readFileSync(join(folder, file))

/** Returns the files of a folder and of those in it. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

interface Manifest {
  version: string
  files: Record<string, { bytes: number; gzip: number; integrity: string }>
  /** What each entry weighs with the files that it loads at start. */
  entries: Record<string, { gzip: number }>
}
const manifest = JSON.parse(read(dist, 'manifest.json').toString()) as Manifest
const packageFile = JSON.parse(read(root, 'package.json').toString()) as {
  version: string
  weights: Record<string, number>
}

describe('dist', () => {
  it('is what the build gives, byte for byte', () => {
    const fresh = mkdtempSync(join(tmpdir(), 'earshot-dist-'))
    const built = spawnSync('npm', ['run', '--silent', 'build'], {
      cwd: root,
      env: { ...process.env, EARSHOT_OUT: fresh },
      encoding: 'utf8',
    })
    expect(built.status, built.stderr).toBe(0)
    expect(filesOf(fresh)).toEqual(filesOf(dist))
    const different = filesOf(fresh).filter(file => !read(fresh, file).equals(read(dist, file)))
    expect(different, 'run `npm run build` and commit dist/').toEqual([])
    // Minifies every file, while the browsers of the other tests run.
  }, 600_000)

  it('carries the version of package.json', () => {
    expect(manifest.version).toBe(packageFile.version)
    expect(read(dist, 'earshot.js').toString()).toContain(`"${packageFile.version}"`)
  })

  it.each(Object.entries(packageFile.weights))('%s weighs at most %i bytes, gzip -9', (file, budget) => {
    expect(manifest.entries[file]?.gzip).toBeLessThanOrEqual(budget)
  })

  it.each(Object.keys(packageFile.weights))(
    '%s has ASCII characters alone, so that any page can embed it',
    file => {
      const other = [...read(dist, file).toString()].filter(character => character > '\x7f')
      expect(other).toEqual([])
    },
  )

  it('is what docs/early-request.md shows of start.js', () => {
    const page = read(root, 'docs/early-request.md').toString()
    expect(page).toContain(`>${read(dist, 'start.js')}</script>`)
    expect(page).toContain(`script-src '${manifest.files['start.js']!.integrity}'`)
  })

  it('holds the hashes of the files that earshot.js fetches', () => {
    const script = read(dist, 'earshot.js').toString()
    for (const file of ['earshot-surveys.js', 'earshot-encoders.js', 'earshot-words.js']) {
      expect(script).toContain(manifest.files[file]!.integrity)
    }
  })
})
