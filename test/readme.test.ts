import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = readdirSync(join(root, 'docs')).filter(file => file.endsWith('.md'))

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

  it('links every page of docs/', () => {
    for (const page of pages) expect(read('README.md')).toContain(`](docs/${page})`)
  })
})

describe('documents', () => {
  const linked = ['README.md', 'MIGRATING.md', 'CONTRIBUTING.md', ...pages.map(page => `docs/${page}`)]
  const links = linked.flatMap(document =>
    [...read(document).matchAll(/\]\((?!https?:)([\w./-]*)(?:#([\w-]+))?\)/g)].map(([, file, heading]) => ({
      document,
      target: file ? join(dirname(document), file) : document,
      heading,
    })),
  )

  it('link files and headings that are there', () => {
    expect(links.length).toBeGreaterThan(30)
    for (const { document, target, heading } of links) {
      expect(existsSync(join(root, target)), `${document}: ${target}`).toBe(true)
      if (heading) expect(headingsOf(read(target)), `${document}: ${target}`).toContain(heading)
    }
  })
})

/** Returns the anchors of a document. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
