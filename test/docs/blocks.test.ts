import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from '../support/docs'

const tests = [
  ...readdirSync(import.meta.dirname).map(file => join(import.meta.dirname, file)),
  join(import.meta.dirname, '../dist/docs.test.ts'),
]
  .map(file => readFileSync(file, 'utf8'))
  .join('\n')

const pages = readdirSync(join(import.meta.dirname, '../../docs')).filter(file => file.endsWith('.md'))
const blocks = pages
  .map(file => file.replace('.md', ''))
  .flatMap(page => codeBlocks(page).map(({ name, language }) => ({ page, name, language })))
  .filter(({ language }) => /^(tsx?|js|vue|svelte)$/.test(language))

describe('docs/', () => {
  it.each(blocks)('has a test that runs $name of $page.md', ({ page, name }) => {
    const importers = codeBlocks(page).filter(({ code }) =>
      code.includes(`'./${name.replace(/\.\w+$/, '')}'`),
    )
    const isRun = [name, ...importers.map(other => other.name)].some(file =>
      // A block without a name has its position.
      tests.includes(/^\d/.test(file) ? `'${page}', '${file}'` : `'${file}'`),
    )
    expect(isRun).toBe(true)
  })
})
