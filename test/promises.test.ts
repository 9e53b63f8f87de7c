import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROMISES } from './fixtures/promises'

it.each(PROMISES)('%s: held by a test in %s', (_, file, title) => {
  expect(readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8')).toContain(title)
})
