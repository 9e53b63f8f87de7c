import type { Properties } from '../../wire/event'

/** How a value reads as text: text is itself, all else its JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const WORD = /^([+-]?)(inf|infinity|nan)$/i

/** A JSON number, or text that is a number from end to end; otherwise undefined. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (NUMBER.test(value)) return Number(value)
  const word = WORD.exec(value)
  if (!word) return undefined
  if (word[2]!.toLowerCase() === 'nan') return Number.NaN
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

/** Whether a value is a number that nobody can have meant: JSON with more than a double holds, such as `1e400`, is read so. */
export function isInfinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value)
}

/** Lower case for A to Z alone, as the operators on substrings have it. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

/** Whether a value is a JSON object: no list, not null. */
export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A property that an object has itself: never what every object inherits. */
export function ownProperty(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
