/** Keys of objects and positions in lists that lead to a value. */
export type Path = readonly (string | number)[]

/** Returns a path in the notation of lint findings, such as `questions[2].branching`. */
export const formatPath = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${part}`)).join('')

/** Returns the value at a path, or `undefined`. */
export function getAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    root,
  )
}

/**
 * Returns a copy with another value at a path. Objects beside the path are shared with the original.
 *
 * @param value `undefined` removes the key. Any other value creates the objects that are missing on the path.
 */
export function setAt<T>(root: T, path: Path, value: unknown): T {
  // The caller knows the shape that the path leads through.
  return setValue(root, path, value) as T
}

function setValue(root: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(root))
    return root.map((item, index) => (index === key ? setValue(item, rest, value) : item))
  const object = (typeof root === 'object' && root !== null ? root : {}) as Record<string, unknown>
  if (value === undefined && object[key] === undefined) return object
  const { [key]: old, ...others } = object
  const next = setValue(old, rest, value)
  if (next === undefined) return others
  // An existing key keeps its place, so that lines of the JSON tab do not move while the author types.
  return key in object ? { ...object, [key]: next } : { ...others, [key]: next }
}
