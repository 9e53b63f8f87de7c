const forget = (): void => undefined

/** Creates a function that runs work when all earlier work is done. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <R>(work: () => Promise<R>): Promise<R> => {
    const result = last.then(work)
    // Failed work must not fail the next, and a result, which may be large, is not kept for it.
    last = result.then(forget, forget)
    return result
  }
}
