import { invalidPayload } from '../reply'

/** Deeper bodies are refused, so that code for JSON values may recurse. */
const MAX_DEPTH = 256

const NOT_JSON = 'failed to parse request: invalid JSON'
const TOO_DEEP = `failed to parse request: nested deeper than ${MAX_DEPTH} levels`

/** Quotes, escaped characters, and the numbers that JSON does not have. */
const QUOTE_OR_NON_JSON_NUMBER = /"|\\.|-?\b(?:NaN|Infinity)\b/g

/**
 * Parses JSON. `NaN` and the infinities, which some clients write, become `null`.
 *
 * @throws HttpError 400 for invalid JSON, or for JSON that is nested too deep.
 */
export function parseJson(text: string): unknown {
  if (nestingDepth(text) > MAX_DEPTH) throw invalidPayload(TOO_DEEP)
  try {
    return JSON.parse(text)
  } catch {
    // The text may be valid except for such numbers.
    return parseLenient(text)
  }
}

function parseLenient(text: string): unknown {
  if (!/NaN|Infinity/.test(text)) throw invalidPayload(NOT_JSON)
  try {
    return JSON.parse(withoutNonJsonNumbers(text))
  } catch {
    throw invalidPayload(NOT_JSON)
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

function nestingDepth(text: string): number {
  let depth = 0
  let maxDepth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === BACKSLASH) index++
    else if (code === QUOTE) inString = !inString
    else if (!inString && (code === OPEN_BRACE || code === OPEN_BRACKET))
      maxDepth = Math.max(maxDepth, ++depth)
    else if (!inString && (code === CLOSE_BRACE || code === CLOSE_BRACKET)) depth--
  }
  return maxDepth
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
