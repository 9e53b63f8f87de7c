import { attempt } from './attempt'
import { nullProtoRecord } from './nullProtoRecord'
import { isFunction, isObject, isText } from './typeGuards'

/** Limits for one value. Anything larger is likely a UI component or a DOM tree, not event data. See D-067. */
const MAX_DEPTH = 64
const MAX_VALUES = 10_000
/** The JSON of the first date, unless a library of the page writes dates in a format of its own. See D-350. */
const EPOCH = '1970-01-01T00:00:00.000Z'

/**
 * Serializes any value to JSON and never throws. See D-066 to D-068.
 *
 * A BigInt becomes its digits, a cycle becomes `[Circular]`, and an error becomes its name and message. Getters that throw and
 * values beyond the limits are left out.
 *
 * @param maxText Longest allowed text value, in UTF-16 units. Longer text is cut; see `cutText`.
 */
export function serialize(value: unknown, maxText = Infinity): string {
  let text: string | undefined
  try {
    if (!isHooked() && new Date(0).toJSON() === EPOCH) text = JSON.stringify(value)
  } catch {
    // A cycle, a BigInt or a getter that throws.
  }
  // No text value can be longer than the whole, and no value deeper than it has brackets, so most values need no copy.
  if (text === undefined || text.length > maxText || text.split(/[[{]/).length > MAX_DEPTH)
    text = JSON.stringify(plainCopy(value, maxText)) ?? 'null'
  // Strict parsers reject the whole body for a lone surrogate.
  return text.includes('\\ud')
    ? text.replace(/\\\\|\\ud[\da-f]{3}/g, part => (part[1] === 'u' ? '\ufffd' : part))
    : text
}

/**
 * Returns the JSON of data that the client has built or read, of any size. The same text as `JSON.stringify`, except that
 * hooks of the page do not change it. See D-350.
 */
export const stringify = (value: unknown): string =>
  JSON.stringify(isHooked() ? plainCopy(value, Infinity, Infinity, Infinity) : value)

/** Whether a library of the page has put `toJSON` on the prototype of all arrays or objects. */
const isHooked = () => 'toJSON' in []

/**
 * Returns a deep copy that contains only JSON values, so that the page can change its own object later. It is empty for a value
 * that is missing, and for a text or another value in place of an object.
 */
export function copyOf<T extends object>(value: T | undefined): T {
  const copy: T = JSON.parse(serialize(value))
  return isObject(copy) ? copy : ({} as T)
}

/**
 * Returns a parsed text, and the fallback when it is missing or not JSON: `undefined` by default. An empty text is not tried,
 * because throwing is slow.
 */
export const parseJson = <T>(text: string | null | undefined, fallback?: T): T | undefined =>
  text ? attempt(() => JSON.parse(text), fallback) : fallback

/**
 * Returns a shallow copy of a value of the page, without the properties that cannot be read: getters that throw, and revoked
 * proxies such as finished drafts of Immer. It has no prototype, and is empty for a value that cannot be read at all. See D-352.
 */
export function readableCopy(value: unknown): Record<string, unknown> {
  const source = Object(value)
  const copy = nullProtoRecord<unknown>()
  for (const key of attempt(() => Object.keys(source), [])) {
    const one = read(source, key)
    // Throws for a revoked proxy.
    if (attempt(() => Array.isArray(one)) !== undefined) copy[key] = one
  }
  return copy
}

/** Returns a property, and `undefined` when its getter throws. */
const read = (owner: object, key: string | number): unknown =>
  attempt(() => (owner as Record<string | number, unknown>)[key])

/**
 * Cuts a text that is longer than `max` UTF-16 units, before a character or a joined sequence of them that does not fit, such as
 * the emoji of a family. See D-367.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  // Firefox has it since version 125. See D-710.
  const end = attempt(() => new Intl.Segmenter().segment(text.slice(0, max + 2)).containing(max)!.index, max)
  // A letter with very many accents is cut all the same.
  return text.slice(0, end > max - 100 ? end : max).replace(/[\ud800-\udbff]$/, '')
}

function plainCopy(root: unknown, maxText: number, maxValues = MAX_VALUES, maxDepth = MAX_DEPTH): unknown {
  let count = 0
  const copy = (value: unknown, ancestors: readonly object[], isJson = false): unknown => {
    if (isText(value)) return cutText(value, maxText)
    if (typeof value === 'bigint') return String(value)
    // `JSON.stringify` would call a hook with the function.
    if (isFunction(value)) return undefined
    if (!isObject(value)) return value
    if (!isJson && ancestors.includes(value)) return '[Circular]'
    if (ancestors.length > maxDepth || ++count > maxValues) return undefined
    // A revoked proxy, or a method of the page that throws.
    return attempt(() => copyObject(value, [...ancestors, value], isJson))
  }
  const copyObject = (value: object, path: readonly object[], isJson: boolean): unknown => {
    const isArray = Array.isArray(value)
    const toJSON = read(value, 'toJSON')
    if (value instanceof Date) return attempt(() => value.toISOString(), null)
    // The page's own method counts, a hook on the prototype of all arrays or objects does not.
    if (!isJson && isFunction(toJSON) && toJSON !== read(isArray ? [] : {}, 'toJSON'))
      return copy(toJSON.call(value), path, true)
    const nodeName = read(value, 'nodeName')
    // Frameworks attach large object graphs to DOM elements.
    if (isText(nodeName)) return `[${nodeName.toLowerCase()}]`
    const keys = value instanceof Error ? ['name', 'message'] : Object.keys(value)
    // An array whose indexes are ids may have a billion holes.
    const isList = isArray && value.length <= keys.length + maxValues
    const result = (isList ? Array(value.length) : nullProtoRecord()) as Record<string, unknown>
    // An own property hides a hook on the prototype.
    if (isList) Object.defineProperty(result, 'toJSON', { value: undefined })
    for (const key of keys) result[key] = copy(read(value, key), path)
    return result
  }
  return copy(root, [])
}
