/** Whether two JSON values are equal. The order of members does not count: some clients sort them. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return sortedJson(a) === sortedJson(b)
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
