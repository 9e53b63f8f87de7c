/** Creates a function that runs work when all earlier work is done. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <R>(work: () => Promise<R>): Promise<R> => {
    const result = last.then(work)
    // Failed work must not fail the next.
    last = result.catch(() => undefined)
    return result
  }
}
