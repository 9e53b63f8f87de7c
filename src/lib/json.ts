/** A value that nests deeper, or holds more values, is not what an event is for: a component of the page, or the page itself. */
const MAX_DEPTH = 12
const MAX_VALUES = 10_000

/**
 * JSON of anything, without ever throwing: a BigInt becomes its digits, a true cycle `[Circular]`, an error its name and
 * message; a getter that throws is left out, what is too deep or too much as well, and text above the limit is cut.
 *
 * @param maxText Longest text of a value, in characters.
 */
export function serialize(value: unknown, maxText = Number.POSITIVE_INFINITY): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    // A cycle, a BigInt or a getter.
  }
  // No value can be longer than the whole: the copy is for the few that need it.
  if (text === undefined || text.length > maxText) text = JSON.stringify(plainCopy(value, maxText)) ?? 'null'
  // Half a character, as cutting leaves it, is refused by strict readers: with all that travels beside it.
  return text.includes('\\ud')
    ? text.replace(/\\\\|\\ud[\da-f]{3}/g, part => (part[1] === 'u' ? '\ufffd' : part))
    : text
}

/** A copy that is JSON throughout: what the page does with its own object later is none of our business. */
export const copyOf = <T extends object>(value: T): T => JSON.parse(serialize(value))

function plainCopy(whole: unknown, maxText: number): unknown {
  let values = 0
  const copy = (value: unknown, ancestors: readonly object[]): unknown => {
    if (typeof value === 'string') return value.slice(0, maxText)
    if (typeof value === 'bigint') return String(value)
    if (typeof value !== 'object' || value === null) return value
    if (ancestors.includes(value)) return '[Circular]'
    if (ancestors.length > MAX_DEPTH || ++values > MAX_VALUES) return undefined
    const inner = [...ancestors, value]
    if (Array.isArray(value)) return value.map(item => copy(item, inner))
    try {
      const { toJSON, nodeName } = value as { toJSON?: unknown; nodeName?: unknown }
      if (typeof toJSON === 'function') return copy(toJSON.call(value), inner)
      // Frameworks hang half the page on an element.
      if (typeof nodeName === 'string') return `[${nodeName.toLowerCase()}]`
    } catch {
      return undefined
    }
    if (value instanceof Error) return { name: value.name, message: value.message }
    const result: Record<string, unknown> = Object.create(null)
    for (const key of Object.keys(value)) {
      try {
        result[key] = copy((value as Record<string, unknown>)[key], inner)
      } catch {
        // A getter that throws: its neighbours are still worth sending.
      }
    }
    return result
  }
  return copy(whole, [])
}
