const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares texts by code unit: the same order on every machine. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns a key as it stands in an interface. */
export const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key))

/** Returns a text in single quotation marks. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** Joins types. Each stands once, in a stable order. */
export const unionOf = (types: readonly string[]): string => [...new Set(types)].sort(byCodeUnit).join(' | ')

/**
 * Returns the type that fits all values: of objects the fields of any of them, optional where one lacks it.
 *
 * @param values JSON values, at least one.
 */
export function typeOfValues(values: readonly unknown[]): string {
  const objects = values.filter(isObject)
  const arrays = values.filter(Array.isArray)
  const others = values.filter(value => !isObject(value) && !Array.isArray(value))
  return unionOf([
    ...others.map(value => (value === null ? 'null' : typeof value)),
    ...(arrays.length > 0 ? [arrayType(arrays.flat())] : []),
    ...(objects.length > 0 ? [objectType(objects)] : []),
  ])
}

function arrayType(items: readonly unknown[]): string {
  if (items.length === 0) return 'unknown[]'
  const type = typeOfValues(items)
  return type.includes(' ') ? `(${type})[]` : `${type}[]`
}

function objectType(objects: readonly Record<string, unknown>[]): string {
  const keys = [...new Set(objects.flatMap(Object.keys))].sort(byCodeUnit)
  if (keys.length === 0) return 'Record<string, never>'
  const fields = keys.map(key => {
    const owners = objects.filter(object => Object.hasOwn(object, key))
    const mark = owners.length < objects.length ? '?' : ''
    return `${keyText(key)}${mark}: ${typeOfValues(owners.map(object => object[key]))}`
  })
  return `{ ${fields.join('; ')} }`
}
