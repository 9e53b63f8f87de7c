import { isObject } from './typeGuards'

/** Merges records into one without a prototype, so that a key may be named `constructor` or `__proto__`. */
export const nullProtoRecord = <T>(...records: (Record<string, T> | null | undefined)[]): Record<string, T> =>
  Object.assign(Object.create(null), ...records)

/**
 * Returns options for a function of the language or the browser, such as a descriptor. Those read every name that they know, and
 * inherited ones count for them: `once` would end a listener after its first event. See D-776.
 */
export const platformOptions = nullProtoRecord as unknown as <T extends object>(options: T) => T

const LANGUAGE_PROPERTIES = 12

/**
 * Returns options of the page without what they inherit, inner plain objects and lists included: a library that extends
 * `Object.prototype` would set options that the page has not set. On every other page it returns the value itself. See D-357.
 */
export function ownOptions<T>(value: T): T {
  if (!isPrototypeExtended() || !isObject(value)) return value
  if (Array.isArray(value)) return value.map(ownOptions) as T
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, ownOptions(inner)])
  return nullProtoRecord(Object.fromEntries(entries)) as T
}

/** Whether `Object.prototype` has more than the properties of the language. A newer language costs a copy and nothing else. */
const isPrototypeExtended = () => Object.getOwnPropertyNames(Object.prototype).length > LANGUAGE_PROPERTIES
