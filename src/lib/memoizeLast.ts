/**
 * Returns a function that recomputes its result only when an argument differs from the previous call. Arguments are compared
 * by identity. For values that are read with every event and seldom change.
 */
export function memoizeLast<A extends unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let lastArgs: A | undefined
  let result: R
  return (...args) => {
    if (!lastArgs || args.some((arg, i) => arg !== lastArgs![i])) {
      result = compute(...args)
      lastArgs = args
    }
    return result
  }
}
