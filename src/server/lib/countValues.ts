/**
 * Returns the number of values in a JSON value: itself, and its members at any depth.
 *
 * @param limit Stops counting above this number.
 */
export function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const name in value) {
    count += countValues((value as Record<string, unknown>)[name], limit)
    if (count > limit) break
  }
  return count
}
