import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLength } from '../../../src/server/lib/jsonLength'

it('is about the length of the JSON of a value', () => {
  expect(jsonLength({ list: Array(1000).fill({}), text: 'x'.repeat(1000) })).toBe(
    JSON.stringify({ list: Array(1000).fill({}), text: 'x'.repeat(1000) }).length + 2,
  )
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const { length } = JSON.stringify(value)
      expect(jsonLength(value)).toBeGreaterThan(length / 8 - 30)
      expect(jsonLength(value)).toBeLessThan(length * 4 + 4)
    }),
  )
})
