/** Returns the result of a function, and the fallback when it throws. */
export function attempt<T, F>(run: () => T, fallback: F, onThrow?: (error: unknown) => void): T | F {
  try {
    return run()
  } catch (error) {
    onThrow?.(error)
    return fallback
  }
}
