import { createTextBuilder } from '../../lib/createTextBuilder'
import { HttpError, invalidPayload } from '../reply'
import { endOfString } from './endOfString'

/** Code for JSON values recurses. */
export const MAX_DEPTH = 256

/** Millions of tiny values, in a body of some megabytes, block the service for seconds. See D-558. */
const MAX_VALUES = 500_000

/** Thrown for a text that is no JSON. */
export const notJson = () => invalidPayload('failed to parse request: invalid JSON')
const TOO_DEEP = `failed to parse request: nested deeper than ${MAX_DEPTH} levels`

/**
 * Parses JSON. `NaN` and the infinities, which some clients write, become `null`, and integers that JavaScript writes with
 * other digits become texts. See D-759.
 *
 * @param options `cutsDepth`: values below the 256th level become `null` too, and are no error. See D-230.
 * @throws HttpError 400 for invalid JSON, or for JSON that is nested too deep.
 * @throws HttpError 413 for more than `maxValues`: 500,000 by default.
 */
export function parseJson(text: string, { cutsDepth = false, maxValues = MAX_VALUES } = {}): unknown {
  const { json, isCut } = readableJson(text, maxValues)
  if (isCut && !cutsDepth) throw invalidPayload(TOO_DEEP)
  try {
    return JSON.parse(json)
  } catch {
    throw notJson()
  }
}

/**
 * Returns the text with `null` for what is nested too deep, and for the numbers that JSON does not have, and with texts for
 * integers that a number cannot hold.
 *
 * Takes one pass, and reads the text rather than the value: millions of tiny values take far more time and memory than their text.
 *
 * @throws HttpError 413 at the first value too many: each begins at a comma or at a bracket.
 * @throws HttpError 400 for another word with the initial of such a number.
 */
function readableJson(text: string, maxValues: number): { json: string; isCut: boolean } {
  const json = createTextBuilder()
  let keptUntil = 0
  let depth = 0
  let values = 0
  let isCut = false
  const countValue = (): void => {
    if (++values > maxValues) throw tooManyValues(maxValues)
  }
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = endOfString(text, index) - 1
    else if (code === COMMA) countValue()
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      countValue()
      depth++
      if (depth !== MAX_DEPTH + 1) continue
      json.add(text.slice(keptUntil, index), 'null')
      isCut = true
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (depth === MAX_DEPTH + 1) keptUntil = index + 1
      depth--
    } else if ((code === CAPITAL_N || code === CAPITAL_I) && depth <= MAX_DEPTH) {
      const length = nonJsonNumberLength(text, index)
      const start = text.charCodeAt(index - 1) === MINUS ? index - 1 : index
      json.add(text.slice(keptUntil, start), 'null')
      keptUntil = index + length
      index = keptUntil - 1
    } else if (code >= ZERO && code <= NINE) {
      const start = text.charCodeAt(index - 1) === MINUS ? index - 1 : index
      const end = endOfNumber(text, index)
      index = end - 1
      if (end - start < LONG_NUMBER || depth > MAX_DEPTH) continue
      const token = text.slice(start, end)
      // As a name it would make JSON of a text that is none.
      if (!isInexactInteger(token) || isName(text, end)) continue
      json.add(text.slice(keptUntil, start), `"${token}"`)
      keptUntil = end
    }
  }
  // A text that ends within what is too deep is no JSON.
  if (depth > MAX_DEPTH) return { json: '', isCut }
  json.add(text.slice(keptUntil))
  return { json: json.text(), isCut }
}

function nonJsonNumberLength(text: string, index: number): number {
  const number = ['NaN', 'Infinity'].find(word => text.startsWith(word, index))
  if (number === undefined) throw notJson()
  return number.length
}

/** Digits of the first integer that is not exact. */
const LONG_NUMBER = 16

/**
 * Whether the token of a number is an integer that JavaScript writes with other digits. It would become its neighbour, and two
 * persons with such ids would be one. See D-759.
 */
const isInexactInteger = (token: string): boolean =>
  /^-?[1-9]\d+$/.test(token) && String(Number(token)) !== token

function endOfNumber(text: string, start: number): number {
  for (let index = start + 1; ; index++) {
    const code = text.charCodeAt(index)
    const isPart = (code >= ZERO && code <= NINE) || code === DOT || code === PLUS || code === MINUS
    if (!isPart && (code | TO_LOWER) !== SMALL_E) return index
  }
}

function isName(text: string, end: number): boolean {
  let index = end
  while (text.charCodeAt(index) <= SPACE) index++
  return text.charCodeAt(index) === COLON
}

const tooManyValues = (maxValues: number) =>
  new HttpError(413, {
    type: 'validation_error',
    code: 'payload_too_large',
    detail: `the body has more than ${maxValues} values`,
  })

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const SPACE = 0x20
const SMALL_E = 0x65
const TO_LOWER = 0x20
const CAPITAL_I = 0x49
const CAPITAL_N = 0x4e
