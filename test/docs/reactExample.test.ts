import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('docs/react.md', () => {
  it.each(['fetchFlags.ts', 'Providers.tsx', 'Wish.tsx'])(
    'shows %s of the example, which a browser test opens',
    file => {
      const code = read(`examples/react/${file}`).replace('/** @jsxImportSource react */\n', '')
      expect(read('docs/react.md')).toContain(code)
    },
  )
})
