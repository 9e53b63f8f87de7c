/** Returns a distinct id as text, or undefined when the value is neither a text nor a finite number. See D-754. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' ? value : undefined
}
