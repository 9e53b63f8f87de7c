/** Returns about how many characters the JSON of a value has, without writing it. */
export function jsonLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 4
  let length = 2
  for (const name in value) {
    length += 1 + jsonLength((value as Record<string, unknown>)[name])
    if (!Array.isArray(value)) length += name.length + 3
  }
  return length
}
