/** Returns some members of an object, in the order of `names`. The values of `names` do not matter. */
export function pick<T extends object, Name extends keyof T>(
  object: T,
  names: Record<Name, unknown>,
): Pick<T, Name> {
  const members = (Object.keys(names) as Name[]).map(name => [name, object[name]])
  // `Object.keys` and `Object.fromEntries` do not keep the names in their types.
  return Object.fromEntries(members) as Pick<T, Name>
}
