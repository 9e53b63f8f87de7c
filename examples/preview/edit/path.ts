/** Where a value is inside a survey: keys of objects, positions of lists. */
export type Path = readonly (string | number)[]

/** The path as findings write it: `questions[2].branching`. */
export const formatPath = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${part}`)).join('')

/** What stands at a path; `undefined` where nothing does. */
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
 * A copy with another value at a path; what is not on the way stays the very same object.
 *
 * @param value `undefined` takes the key out of its object. Objects that are missing on the way are made, unless there is
 *   nothing to set.
 */
export function setAt<T>(root: T, path: Path, value: unknown): T {
  // The path leads through a shape that only the caller knows.
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
  // Where the key was it stays, so that the JSON does not jump about while one types.
  return key in object ? { ...object, [key]: next } : { ...others, [key]: next }
}
