/** Limits for one value. Anything larger is likely a UI component or a DOM tree, not event data. See D-067. */
const MAX_DEPTH = 12
const MAX_VALUES = 10_000

/**
 * Serializes any value to JSON and never throws. See D-066 to D-068.
 *
 * A BigInt becomes its digits, a cycle becomes `[Circular]`, and an error becomes its name and message. Getters that throw and
 * values beyond the limits are left out.
 *
 * @param maxText Longest allowed text value, in UTF-16 units. Longer text is cut; see `cutText`.
 */
export function serialize(value: unknown, maxText = Number.POSITIVE_INFINITY): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    // A cycle, a BigInt or a getter that throws.
  }
  // No text value can be longer than the whole, so most values need no copy.
  if (text === undefined || text.length > maxText) text = JSON.stringify(plainCopy(value, maxText)) ?? 'null'
  // Strict parsers reject the whole body for a lone surrogate.
  return text.includes('\\ud')
    ? text.replace(/\\\\|\\ud[\da-f]{3}/g, part => (part[1] === 'u' ? '\ufffd' : part))
    : text
}

/** Returns a deep copy that contains only JSON values, so that the page can change its own object later. */
export const copyOf = <T extends object>(value: T): T => JSON.parse(serialize(value))

/**
 * Cuts a text that is longer than `max` UTF-16 units, before a character or a joined sequence of them that does not fit, such as
 * the emoji of a family. See D-367.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  // Firefox has it since version 125.
  const segments = Intl.Segmenter && new Intl.Segmenter().segment(text.slice(0, max + 2))
  const end = segments?.containing(max)?.index ?? max
  // A letter with very many accents is cut all the same.
  return text.slice(0, end > max - 100 ? end : max).replace(/[\ud800-\udbff]$/, '')
}

function plainCopy(root: unknown, maxText: number): unknown {
  let count = 0
  const copy = (value: unknown, ancestors: readonly object[]): unknown => {
    if (typeof value === 'string') return cutText(value, maxText)
    if (typeof value === 'bigint') return String(value)
    if (typeof value !== 'object' || value === null) return value
    if (ancestors.includes(value)) return '[Circular]'
    if (ancestors.length > MAX_DEPTH || ++count > MAX_VALUES) return undefined
    const path = [...ancestors, value]
    if (Array.isArray(value)) return value.map(item => copy(item, path))
    try {
      const { toJSON, nodeName } = value as { toJSON?: unknown; nodeName?: unknown }
      if (typeof toJSON === 'function') return copy(toJSON.call(value), path)
      // Frameworks attach large object graphs to DOM elements.
      if (typeof nodeName === 'string') return `[${nodeName.toLowerCase()}]`
    } catch {
      return undefined
    }
    if (value instanceof Error) return { name: value.name, message: value.message }
    const result: Record<string, unknown> = Object.create(null)
    for (const key of Object.keys(value)) {
      try {
        result[key] = copy((value as Record<string, unknown>)[key], path)
      } catch {
        // A getter that throws. The other properties are still copied.
      }
    }
    return result
  }
  return copy(root, [])
}
