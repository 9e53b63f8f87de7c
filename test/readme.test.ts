import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('the README', () => {
  it('shows a test that is run as it stands', () => {
    expect(read('README.md')).toContain(`\`\`\`ts\n${read('examples/testing/signup.test.ts')}\`\`\``)
  })

  it('weighs the files as they are', () => {
    const { files } = JSON.parse(read('dist/manifest.json')) as { files: Record<string, { gzip: number }> }
    for (const file of ['earshot.js', 'earshot-surveys.js', 'earshot-encoders.js', 'earshot.full.js']) {
      const row = read('README.md')
        .split('\n')
        .find(line => line.startsWith(`| \`${file}\``))
      expect(row).toContain(`${(files[file]!.gzip / 1000).toFixed(1)} kB`)
    }
  })

  it('points at files that are there', () => {
    const links = [...read('README.md').matchAll(/\]\(([\w./-]+)\)/g)].map(match => match[1]!)
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) expect(() => read(link), link).not.toThrow()
  })
})
