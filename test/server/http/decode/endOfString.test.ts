import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfString } from '../../../../src/server/http/decode/endOfString'

/** Reads one character after another. */
function slowEnd(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return Math.min(index, text.length) + 1
}

const runs = fc.array(
  fc.tuple(fc.constantFrom('"', '\\', '\\"', '\\\\"', 'a'), fc.integer({ min: 1, max: 50 })),
  { maxLength: 12 },
)

it('the end of a string of JSON is its first quote that is not escaped', () => {
  fc.assert(
    fc.property(runs, runs, (before, after) => {
      const textOf = (parts: [string, number][]) =>
        parts.map(([piece, count]) => piece.repeat(count)).join('')
      const text = `${textOf(before)}"${textOf(after)}`
      const start = textOf(before).length
      expect(endOfString(text, start)).toBe(slowEnd(text, start))
    }),
  )
})

it('the string of any value ends where JSON has it end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (value, after) => {
      const json = JSON.stringify(value)
      expect(endOfString(`[${json}${after}`, 1)).toBe(json.length + 1)
    }),
  )
})
