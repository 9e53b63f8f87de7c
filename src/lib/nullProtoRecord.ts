/** Merges records into one without a prototype, so that a key may be named `constructor` or `__proto__`. */
export const nullProtoRecord = <T>(...records: (Record<string, T> | undefined)[]): Record<string, T> =>
  Object.assign(Object.create(null), ...records)
