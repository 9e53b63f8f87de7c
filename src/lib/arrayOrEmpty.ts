/** Returns the array itself, or an empty array for any other value. For lists that come from outside. */
export const arrayOrEmpty = <T>(list: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(list) ? list : []
