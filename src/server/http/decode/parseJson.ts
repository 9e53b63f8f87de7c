import { HttpError, invalidPayload } from '../reply'

/** Code for JSON values recurses. */
export const MAX_DEPTH = 256

/** Millions of tiny values, in a body of some megabytes, block the service for seconds. See D-558. */
const MAX_VALUES = 500_000

/** Thrown for a text that is no JSON. */
export const notJson = () => invalidPayload('failed to parse request: invalid JSON')
const TOO_DEEP = `failed to parse request: nested deeper than ${MAX_DEPTH} levels`

/** Quotes, escaped characters, and the numbers that JSON does not have. */
const QUOTE_OR_NON_JSON_NUMBER = /"|\\.|-?\b(?:NaN|Infinity)\b/g

/**
 * Parses JSON. `NaN` and the infinities, which some clients write, become `null`.
 *
 * @param options `cutsDepth`: values below the 256th level become `null` too, and are no error. See D-230.
 * @throws HttpError 400 for invalid JSON, or for JSON that is nested too deep.
 * @throws HttpError 413 for more than `maxValues`: 500,000 by default.
 */
export function parseJson(text: string, { cutsDepth = false, maxValues = MAX_VALUES } = {}): unknown {
  const bounded = withinLimits(text, maxValues)
  if (bounded !== text && !cutsDepth) throw invalidPayload(TOO_DEEP)
  try {
    return JSON.parse(bounded)
  } catch {
    // The text may be valid except for such numbers.
    return parseLenient(bounded)
  }
}

function parseLenient(text: string): unknown {
  if (!/NaN|Infinity/.test(text)) throw notJson()
  try {
    return JSON.parse(withoutNonJsonNumbers(text))
  } catch {
    throw notJson()
  }
}

/** Takes one pass. A pattern for whole strings takes quadratic time, or fails for long ones. */
function withoutNonJsonNumbers(text: string): string {
  let inString = false
  return text.replace(QUOTE_OR_NON_JSON_NUMBER, part => {
    if (part === '"') inString = !inString
    const isNumber = !inString && !/^["\\]/.test(part)
    return isNumber ? 'null' : part
  })
}

/**
 * Returns the text with `null` for what is nested too deep.
 *
 * Reads the text rather than the value: millions of tiny values take far more time and memory than their text.
 *
 * @throws HttpError 413 for too many values: each begins at a comma or at a bracket.
 */
function withinLimits(text: string, maxValues: number): string {
  const kept: string[] = []
  let keptUntil = 0
  let depth = 0
  let values = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === BACKSLASH) index++
    else if (code === QUOTE) inString = !inString
    else if (inString) continue
    else if (code === COMMA) values++
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      values++
      depth++
      if (depth === MAX_DEPTH + 1) kept.push(text.slice(keptUntil, index), 'null')
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (depth === MAX_DEPTH + 1) keptUntil = index + 1
      depth--
    }
  }
  if (values > maxValues) throw tooManyValues(maxValues)
  // A text that ends within what is too deep is no JSON.
  return depth > MAX_DEPTH ? '' : kept.join('') + text.slice(keptUntil)
}

const tooManyValues = (maxValues: number) =>
  new HttpError(413, {
    type: 'validation_error',
    code: 'payload_too_large',
    detail: `the body has more than ${maxValues} values`,
  })

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
