import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const fileOf = (page: string) => join(root, page === 'README' ? '' : 'docs', `${page}.md`)

/** Returns the text of a page of `docs/`, or of the README. */
export const readPage = (page: string): string => readFileSync(fileOf(page), 'utf8')

/** A fenced block of a page. */
export interface CodeBlock {
  language: string
  /** The file name in the comment that begins the block, or position and language: `0.ts`. */
  name: string
  code: string
}

/** Returns the fenced blocks of a page, in order. */
export const codeBlocks = (page: string): CodeBlock[] =>
  [...readPage(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = ''], index) => ({
    language,
    name: /^(?:\/\/|#|<!--) ([\w.]+)/.exec(code)?.[1] ?? `${index}.${language}`,
    code,
  }))

/** Returns the code of a block by its name. */
export function codeOf(page: string, name: string): string {
  const block = codeBlocks(page).find(other => other.name === name)
  if (!block) throw new Error(`docs/${page}.md has no block ${name}`)
  return block.code
}

/** The path of a block as a module. `docsPlugin` loads it. */
export const modulePath = (page: string, name: string): string => join(fileOf(page), name)

/** Returns the cells of the table whose first column has a name, without head. */
export function tableOf(page: string, firstColumn: string): string[][] {
  const lines = readPage(page).split('\n')
  const start = lines.findIndex(line => line.startsWith(`| ${firstColumn} |`))
  if (start < 0) throw new Error(`docs/${page}.md has no table of ${firstColumn}`)
  const rows = lines.slice(start + 2)
  const end = rows.findIndex(line => !line.startsWith('|'))
  return rows.slice(0, end < 0 ? undefined : end).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  )
}

/** Returns what a text has in backquotes. */
export const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
