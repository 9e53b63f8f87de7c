export const isText = (value: unknown): value is string => typeof value === 'string'

export const isFunction = (value: unknown): value is (...args: unknown[]) => unknown =>
  typeof value === 'function'

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
