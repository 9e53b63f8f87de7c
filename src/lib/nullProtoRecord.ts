/** Merges records into one without a prototype: a key may be called `constructor` or `__proto__`. */
export const nullProtoRecord = <T>(...records: (Record<string, T> | undefined)[]): Record<string, T> =>
  Object.assign(Object.create(null), ...records)
