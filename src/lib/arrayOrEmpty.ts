/** Returns the array itself, and an empty one for anything else. For lists that come from outside. */
export const arrayOrEmpty = <T>(list: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(list) ? list : []
