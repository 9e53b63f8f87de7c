/** Freezes a JSON value with all its members. The depth of bodies is limited when they are read, so the recursion is too. */
export function deepFreeze<V extends object>(value: V): V {
  if (Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const name in value) {
    const member = value[name]
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  }
  return value
}
