/** Returns the result of a function, and the fallback when it throws: `undefined` by default. */
export function attempt<T, F = undefined>(
  run: () => T,
  fallback?: F,
  onThrow?: (error: unknown) => void,
): T | F {
  try {
    return run()
  } catch (error) {
    onThrow?.(error)
    // Left out, it is `undefined`, which its type then says.
    return fallback as F
  }
}
