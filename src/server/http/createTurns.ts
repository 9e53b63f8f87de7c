import { createQueue } from '../lib/createQueue'

/** Requests that have ended their turn and still hold what they store. */
const MAX_EARLY = 16

/** The turn of a request. One request has a turn at a time. */
export interface Turn {
  isTaken: () => boolean
  /** Resolves when the turn of the request has come. It then lasts until the request is answered. */
  take: () => Promise<void>
  /** Ends the turn of a request that needs little memory from now on, so that several share a commit. See D-549. */
  endEarly: () => void
  /** Runs work that takes so little memory that no turn is needed, after that of other requests. */
  runSmall: <R>(work: () => Promise<R>) => Promise<R>
}

/** Creates a function that handles a request, which may take a turn: large bodies are in memory one after another. See D-376. */
export function createTurns(): <R>(handle: (turn: Turn) => Promise<R>) => Promise<R> {
  const inTurn = createQueue()
  const runSmall = createQueue()
  let early = 0
  return async handle => {
    let taken: Promise<void> | undefined
    let release = () => {}
    let isEarly = false
    const take = (): Promise<void> =>
      new Promise(resolve => {
        const hold = () =>
          new Promise<void>(end => {
            release = end
            resolve()
          })
        void inTurn(hold)
      })
    const turn: Turn = {
      isTaken: () => taken !== undefined,
      take: () => {
        taken ??= take()
        return taken
      },
      endEarly: () => {
        if (!taken || isEarly || early === MAX_EARLY) return
        isEarly = true
        early++
        release()
      },
      runSmall,
    }
    try {
      return await handle(turn)
    } finally {
      if (isEarly) early--
      release()
    }
  }
}
