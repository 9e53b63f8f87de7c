import { createQueue } from '../lib/createQueue'

/** Requests that have ended their turn and still hold what they store. */
const MAX_EARLY = 16

/** Small bodies have turns of their own, so that none waits for a large one. See D-807. */
type Lane = 'small' | 'large'

/** The turn of a request. One request has a turn at a time in each lane. */
export interface Turn {
  /** Whether the request has taken the turn of large bodies. */
  isLarge: () => boolean
  /**
   * Gives up the turn that the request has in the other lane. Resolves when its turn has come, which then lasts until the
   * request is answered.
   */
  take: (lane: Lane) => Promise<void>
  /** Ends the turn of a request that needs little memory from now on, so that several share a commit. See D-549. */
  endEarly: () => void
  /** Runs work that takes so little memory that no turn is needed, after that of other requests. */
  runSmall: <R>(work: () => Promise<R>) => Promise<R>
}

/** Creates a function that handles a request, which may take a turn: large bodies are in memory one after another. See D-376. */
export function createTurns(): <R>(handle: (turn: Turn) => Promise<R>) => Promise<R> {
  const lanes = { small: createQueue(), large: createQueue() }
  const runSmall = createQueue()
  let early = 0
  return async handle => {
    let taken: Lane | undefined
    let release = () => {}
    let isEarly = false
    const turn: Turn = {
      isLarge: () => taken === 'large',
      take: lane => {
        release()
        taken = lane
        return new Promise(resolve => {
          const hold = () =>
            new Promise<void>(end => {
              release = end
              resolve()
            })
          void lanes[lane](hold)
        })
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
