import { nullProtoRecord } from './nullProtoRecord'
import { isObject } from './typeGuards'

/**
 * Returns the object itself, or an empty one without a prototype for any other value, arrays included. For values that come from
 * outside.
 */
export const objectOrEmpty = (value: unknown): Record<string, unknown> =>
  isObject(value) && !Array.isArray(value) ? (value as Record<string, unknown>) : nullProtoRecord()
