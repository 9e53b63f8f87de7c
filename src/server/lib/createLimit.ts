/** Creates a function that runs at most `max` works at a time, and those that wait in the order of their calls. */
export function createLimit(max: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <R>(work: () => Promise<R>): Promise<R> => {
    if (running < max) running++
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next one takes the place of this one.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
