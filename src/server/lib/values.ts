import type { Properties } from '../../wire/event'
import { codesToText } from './codesToText'

/** Converts a value to text: a string stays as it is, other values become JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const WORD = /^([+-]?)(inf|infinity|nan)$/i

/** Returns a number, or the number that a whole text consists of. Undefined for other values. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (NUMBER.test(value)) return Number(value)
  const word = WORD.exec(value)
  if (!word) return undefined
  if (word[2]!.toLowerCase() === 'nan') return Number.NaN
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

/** Whether a value is an infinite number. JSON numbers beyond the range of a double, such as `1e400`, are parsed as one. */
export function isInfinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value)
}

const CAPITAL_A = 0x41
const CAPITAL_Z = 0x5a
const TO_LOWER = 0x20

/** Converts A to Z alone to lower case, as operators on substrings compare. */
export function asciiLower(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase()
  return codesToText(text.length, index => {
    const code = text.charCodeAt(index)
    return code >= CAPITAL_A && code <= CAPITAL_Z ? code + TO_LOWER : code
  })
}

/** Whether a value is a JSON object, rather than an array or null. */
export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a list without items. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Whether a value is a list of texts. */
export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

/** Returns an own property. Undefined for inherited ones such as `toString`. */
export function ownProperty(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
