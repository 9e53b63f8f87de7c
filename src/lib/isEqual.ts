/** Whether two values have the same JSON. Functions count as equal, because their code cannot be compared. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== typeof b || !a || !b || Array.isArray(a) !== Array.isArray(b)) return a === b
  if (typeof a !== 'object') return a === b || typeof a === 'function'
  const [left, right] = [a, b] as Record<string, unknown>[]
  return Object.keys({ ...a, ...b }).every(key => isEqual(left![key], right![key]))
}
