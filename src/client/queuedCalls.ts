/** A call that was made before the client could answer it. */
export interface QueuedCall {
  /** A method; `people.set` is one too. */
  name: string
  args: unknown[]
  /** Epoch ms of the call; 0: not known. */
  at: number
  /** The page's address then. */
  url: string
  /** In place of a method: what the page wants to do with the client. */
  run?(this: unknown): void
  /** Hears the result. */
  onResult?(result: unknown): void
}

const rank = ({ name, run }: QueuedCall): number => {
  if (name.startsWith('people.')) return 0
  if (run) return 1
  if (name === 'alias') return 2
  return name.includes('capture') ? 4 : 3
}

/** The order in which waiting calls are made up for: ids before settings and listeners, those before events. */
export const inReplayOrder = (calls: readonly QueuedCall[]): QueuedCall[] =>
  [...calls].sort((a, b) => rank(a) - rank(b))
