const OBJECT_BYTES = 56
const MEMBER_BYTES = 24

/** A text with one such character takes two bytes for each of its characters. */
const WIDE_CHARACTER = /[^\0-\xff]/

/**
 * Returns about how much memory a JSON value takes: an empty object is two characters as text and far more in memory.
 *
 * @param limit Stops counting above this size.
 */
export function approximateBytes(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return 16 + value.length * (WIDE_CHARACTER.test(value) ? 2 : 1)
  if (typeof value !== 'object' || value === null) return 8
  let bytes = OBJECT_BYTES
  for (const name in value) {
    bytes += MEMBER_BYTES + approximateBytes((value as Record<string, unknown>)[name], limit)
    if (!Array.isArray(value)) bytes += name.length
    if (bytes > limit) break
  }
  return bytes
}
