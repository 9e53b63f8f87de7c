import { isInfinite } from './values'

/** Returns the key of a group as text, or undefined when the value is neither non-empty text nor a finite number. */
export function groupKey(value: unknown): string | undefined {
  if (typeof value === 'number') return isInfinite(value) ? undefined : String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
