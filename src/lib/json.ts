import { attempt } from './attempt'
import { isoDate } from './isoDate'
import { nullProtoRecord } from './nullProtoRecord'
import { isFunction, isObject, isText } from './typeGuards'

/**
 * Limits for one value. The service takes 100,000 values and 20 MiB per event. An event consists of two such values, objects count
 * twice, and a character takes up to 6 bytes. See D-715.
 */
const MAX_DEPTH = 64
const MAX_VALUES = 20_000
/** In UTF-16 units, names included. */
const MAX_LENGTH = 1_000_000
/** Texts that are not longer, such as ids, are never cut. */
const SHORT_TEXT = 200

/**
 * Serializes any value to JSON and never throws. See D-066 to D-068, D-715.
 *
 * A BigInt becomes its digits, a cycle becomes `[Circular]`, and an error becomes its name, message and properties. Getters that
 * throw and values beyond the limits are left out.
 *
 * @param maxText Longest allowed text value, in UTF-16 units. Longer text is cut; see `cutText`.
 * @param onCut Called when the value exceeds the limits.
 */
export function serialize(value: unknown, maxText = Infinity, onCut?: () => void): string {
  const { copy, length, isCut } = plainCopy(value, maxText)
  const isTooLong = length > MAX_LENGTH && maxText > SHORT_TEXT
  if (isCut || isTooLong) onCut?.()
  if (isTooLong) return serialize(value, Math.max(SHORT_TEXT, Math.min(maxText, MAX_LENGTH) / 2))
  const text = stringify(copy) ?? 'null'
  // Strict parsers reject the whole body for a lone surrogate.
  return text.includes('\\ud')
    ? text.replace(/\\\\|\\ud[\da-f]{3}/g, part => (part[1] === 'u' ? '\ufffd' : part))
    : text
}

/**
 * Returns the JSON of data that the client has built, of any size. The same text as `JSON.stringify`, except that hooks of the page
 * do not change it. See D-350.
 */
export const stringify = (value: unknown): string =>
  JSON.stringify('toJSON' in [] ? withoutHooks(value) : value)

/**
 * Returns the JSON of data that may come from storage, like `stringify`. Browsers read JSON of any depth and write some thousand
 * levels: a value that is deeper has the limits of `serialize`. See D-779.
 */
export const stringifyStored = (value: unknown): string => {
  try {
    return stringify(value)
  } catch {
    return serialize(value)
  }
}

/** Returns a copy of JSON data that has no prototypes, and so no hooks. */
const withoutHooks = (value: unknown): unknown =>
  isObject(value)
    ? Object.setPrototypeOf(
        Array.isArray(value)
          ? value.map(withoutHooks)
          : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutHooks(inner)])),
        null,
      )
    : value

/**
 * Returns a deep copy that contains only JSON values, so that the page can change its own object later. It is empty for a value
 * that is missing, and for a text, bytes or another value in place of an object.
 */
export function copyOf<T extends object>(value: T | undefined): T {
  const copy: T = JSON.parse(serialize(value))
  return isObject(copy) && !ArrayBuffer.isView(value) ? copy : ({} as T)
}

/**
 * Returns a parsed text, and the fallback when it is missing or not JSON: `undefined` by default. An empty text is not tried,
 * because throwing is slow.
 */
export const parseJson = <T>(text: string | null | undefined | false, fallback?: T): T | undefined =>
  text ? attempt(() => JSON.parse(text), fallback) : fallback

/**
 * Returns a shallow copy of a value of the page, without the properties that cannot be read: getters that throw, and revoked
 * proxies such as finished drafts of Immer. It has no prototype, and is empty for a text, for bytes and for a value that cannot be
 * read at all. See D-352.
 */
export function readableCopy(value: unknown): Record<string, unknown> {
  const source = Object(value)
  const copy = nullProtoRecord<unknown>()
  // The letters of a text and the bytes of a file are no properties.
  const isOther = isText(value) || ArrayBuffer.isView(value)
  for (const key of isOther ? [] : attempt(() => Object.keys(source), [])) {
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

/** Types whose prototype a library of the page may have extended. The other built-in types have no objects in events. */
const BUILT_IN = [Object, Array, Date, Map, Set, Error, RegExp]

/** Whether a value has a `toJSON` of its own or of a class of the page, rather than a hook on a built-in prototype. */
const hasToJson = (value: object | null): boolean =>
  !!value &&
  !BUILT_IN.some(({ prototype }) => prototype === value) &&
  (!!Object.getOwnPropertyDescriptor(value, 'toJSON') || hasToJson(Object.getPrototypeOf(value)))

/**
 * Returns a copy that contains only JSON values. It takes one member of each object in turn, so that limits leave out what is
 * deepest and largest.
 *
 * @returns The copy, the length of its texts and names, and whether values have been left out.
 */
function plainCopy(root: unknown, maxText: number) {
  const queue: (() => void)[] = []
  let count = 0
  let length = 0
  let isCut = false
  const cut = (text: string): string => {
    const kept = cutText(text, maxText)
    length += kept.length
    return kept
  }
  const copy = (value: unknown, ancestors: readonly object[], isJson = false): unknown => {
    if (isText(value)) return cut(value)
    if (typeof value === 'bigint') return String(value)
    // `JSON.stringify` would call a hook with a function.
    if (isFunction(value)) return undefined
    if (!isObject(value)) return value
    if (!isJson && ancestors.includes(value)) return '[Circular]'
    if (ancestors.length > MAX_DEPTH) return undefined
    // A revoked proxy, or a method of the page that throws.
    return attempt(() => copyObject(value, [...ancestors, value], isJson))
  }
  const copyObject = (value: object, path: readonly object[], isJson: boolean): unknown => {
    if ([String, Number, Boolean].some(type => value instanceof type)) return copy(value.valueOf(), path)
    const isBytes = ArrayBuffer.isView(value)
    const toJSON = read(value, 'toJSON')
    if (!isJson && !isBytes && isFunction(toJSON) && hasToJson(value))
      return copy(toJSON.call(value), path, true)
    if (value instanceof Date) return attempt(() => isoDate(value), null)
    const size = read(value, 'length') as number
    // An array whose indexes are ids may have a billion holes, and has no value here.
    const isList = Array.isArray(value) && (size <= MAX_VALUES || MAX_VALUES - 1 in value)
    // The names of all bytes of a file would freeze the page.
    const isIndexed = isList || (isBytes && size)
    const names: (string | number)[] = isIndexed
      ? [...Array(Math.min(size, MAX_VALUES + 1))].map((_, index) => index)
      : Object.keys(value)
    const nodeName = read(value, 'nodeName')
    // Frameworks attach large object graphs to DOM elements, which inherit their name. All objects may inherit one. See D-804.
    if (isText(nodeName) && !names.includes('nodeName') && nodeName !== read({}, 'nodeName'))
      return `[${nodeName.toLowerCase()}]`
    if (value instanceof Error) names.push('name', 'message')
    const result = (isList ? [] : nullProtoRecord()) as Record<string, unknown>
    let index = 0
    // One member at a time, so that a large object costs none of the small ones.
    const fill = () => {
      const name = names[index++]
      if (name === undefined) return
      if (++count > MAX_VALUES || length > MAX_LENGTH) {
        isCut = true
        return
      }
      result[isText(name) ? cut(name) : name] = copy(read(value, name), path)
      queue.push(fill)
    }
    queue.push(fill)
    return result
  }
  const result = copy(root, [])
  for (const fill of queue) fill()
  return { copy: result, length, isCut }
}
