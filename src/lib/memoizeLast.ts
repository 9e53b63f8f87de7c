/**
 * A function that works a result out again only when it is given something else than the last time. For what is asked for
 * with every event and seldom changes.
 */
export function memoizeLast<A extends unknown[], R>(make: (...given: A) => R): (...given: A) => R {
  let before: A | undefined
  let result: R
  return (...given) => {
    if (!before || given.some((part, i) => part !== before![i])) {
      result = make(...given)
      before = given
    }
    return result
  }
}
