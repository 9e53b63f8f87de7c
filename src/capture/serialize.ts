/**
 * JSON of anything, without ever throwing: a BigInt becomes its digits, a true cycle `[Circular]`, a getter that throws is
 * left out, a DOM node its tag, an error its name and message, and text above the limit is cut.
 *
 * @param maxText Longest text of a value, in characters.
 */
export function serialize(value: unknown, maxText: number): string {
  try {
    const text = JSON.stringify(value)
    // No value can be longer than the whole: the copy below is for the few that need it.
    if (text.length <= maxText) return text
  } catch {
    // A cycle, a BigInt or a getter.
  }
  return JSON.stringify(plain(value, maxText, []))
}

function plain(value: unknown, maxText: number, ancestors: readonly object[]): unknown {
  if (typeof value === 'string') return value.length > maxText ? value.slice(0, maxText) : value
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (ancestors.includes(value)) return '[Circular]'
  if (typeof Node === 'function' && value instanceof Node) return `[${value.nodeName.toLowerCase()}]`
  if (value instanceof Error) return { name: value.name, message: value.message }
  const inner = [...ancestors, value]
  if (Array.isArray(value)) return value.map(item => plain(item, maxText, inner))
  try {
    const { toJSON } = value as { toJSON?: unknown }
    if (typeof toJSON === 'function') return plain(toJSON.call(value), maxText, inner)
  } catch {
    return undefined
  }
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value)) {
    try {
      copy[key] = plain((value as Record<string, unknown>)[key], maxText, inner)
    } catch {
      // A getter that throws: its neighbours are still worth sending.
    }
  }
  return copy
}
