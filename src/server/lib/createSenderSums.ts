/** Sums of what senders have in progress. */
export interface SenderSums {
  total: () => number
  of: (sender: string) => number
  /** @param amount Negative for what has ended. */
  add: (sender: string, amount: number) => void
}

/** Creates the sums. A sender with nothing in progress is forgotten. */
export function createSenderSums(): SenderSums {
  const sums = new Map<string, number>()
  let total = 0
  const of = (sender: string) => sums.get(sender) ?? 0
  return {
    total: () => total,
    of,
    add: (sender, amount) => {
      total += amount
      const sum = of(sender) + amount
      if (sum > 0) sums.set(sender, sum)
      else sums.delete(sender)
    },
  }
}
