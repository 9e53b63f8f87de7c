const { toISOString } = Date.prototype

/**
 * Returns a date in ISO 8601, and throws for an invalid one. With the method that the browser had when the client was loaded, since
 * libraries replace it by one of another format. See D-668.
 */
export const isoDate = (date: Date): string => toISOString.call(date)
