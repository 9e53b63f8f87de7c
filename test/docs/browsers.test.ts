import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { describe, expect, it } from 'vitest'
import { bundle } from '../support/browser'

const dist = join(import.meta.dirname, '../../dist')

/** Built-ins that some browsers of docs/browsers.md lack. See D-522. */
const NEWER =
  /\.(at|findLast|findLastIndex|toSorted|toReversed|toSpliced|replaceChildren)\(|\b(Object\.(hasOwn|groupBy)|Promise\.(any|withResolvers)|Array\.fromAsync|structuredClone|AbortSignal\.(timeout|any)|crypto\.randomUUID|WeakRef)\b/g

describe('docs/browsers.md', () => {
  it.each(['earshot.js', 'earshot-surveys.js', 'earshot-encoders.js', 'earshot.full.js'])(
    'says that the syntax of %s is ES2020',
    file => {
      const code = readFileSync(join(dist, file), 'utf8')
      expect(() => parse(code, { ecmaVersion: 2020 })).not.toThrow()
    },
  )

  it.each(['script', 'surveysChunk', 'encodersChunk', 'wordsChunk'])(
    'names the newest built-in that %s calls',
    async entry => {
      expect((await bundle(`src/${entry}.ts`)).match(NEWER) ?? []).toEqual([])
    },
  )
})
