/** Merges records into one without a prototype, so that a key may be named `constructor` or `__proto__`. */
export const nullProtoRecord = <T>(...records: (Record<string, T> | null | undefined)[]): Record<string, T> =>
  Object.assign(Object.create(null), ...records)

/**
 * Returns options of the page without what they inherit, inner plain objects included. A library that extends
 * `Object.prototype` would set options that the page has not set. See D-357.
 */
export function ownOptions<T>(value: T): T {
  if (typeof value !== 'object' || !value || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, ownOptions(inner)])
  return nullProtoRecord(Object.fromEntries(entries)) as T
}
