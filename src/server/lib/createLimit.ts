/** Creates a function that runs at most `max` works at a time. Those of one sender begin in order, and those of several in turn. */
export function createLimit(max: number) {
  /** Sender -> what starts its works that wait. The sender whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  const wait = (sender: string): Promise<void> =>
    new Promise(start => {
      const starts = waiting.get(sender) ?? []
      starts.push(start)
      waiting.set(sender, starts)
    })

  /** The next one takes the place of one that has ended. */
  const startNext = (): void => {
    const [next] = waiting
    if (!next) {
      running--
      return
    }
    const [sender, starts] = next
    waiting.delete(sender)
    starts.shift()!()
    // Behind all others.
    if (starts.length > 0) waiting.set(sender, starts)
  }

  return async <R>(work: () => Promise<R>, sender = ''): Promise<R> => {
    if (running < max) running++
    else await wait(sender)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
