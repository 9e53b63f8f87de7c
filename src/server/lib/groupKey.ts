import { idText } from './idText'

/** Returns the key of a group as text, or undefined when the value is neither non-empty text nor a finite number. */
export function groupKey(value: unknown): string | undefined {
  return idText(value) || undefined
}
