import { createFairQueue } from '../lib/createFairQueue'
import { createSenderLimit } from '../lib/createSenderLimit'

/** Requests that have ended their turn and still hold what they store. */
const MAX_EARLY = 16

/** A sender has no more persons and groups than this in transactions at a time: 512 kB each take a third of a second. */
const MAX_STORED_ROWS = 32

/** Small bodies have turns of their own, so that none waits for a large one. See D-807. */
type Lane = 'small' | 'large'

/** The turn of a request. One request has a turn at a time in each lane, and the senders have theirs one after another. */
export interface Turn {
  /** Whether the request has taken the turn of large bodies. */
  isLarge: () => boolean
  /** Whether requests of others wait for the turn of this one. */
  isAwaited: () => boolean
  /**
   * Gives up the turn of small bodies for that of large ones. Resolves when the turn has come, which then lasts until the
   * request is answered. Does nothing when the request has this turn, or that of large bodies.
   *
   * @param bytes Size of the body.
   */
  take: (lane: Lane, bytes: number) => Promise<void>
  /**
   * Ends the turn of a request that needs little memory from now on, so that several share a commit: unless its transaction has to
   * wait for those of its sender. See D-549.
   *
   * @param rows As for `store`.
   */
  endEarly: (rows: number) => void
  /** Runs work that takes so little memory that no turn is needed, after that of other requests. */
  runSmall: <R>(bytes: number, work: () => Promise<R>) => Promise<R>
  /**
   * Runs a transaction about so many persons and groups. Those of a sender wait for each other, apart from that of a request for
   * whose turn others wait. See D-840.
   */
  store: <R>(rows: number, transact: () => Promise<R>) => Promise<R>
}

/**
 * Creates a function that handles a request, which may take a turn: large bodies are in memory one after another. A sender with
 * many requests holds up its own alone. See D-376, D-835.
 */
export function createTurns(): <R>(sender: string, handle: (turn: Turn) => Promise<R>) => Promise<R> {
  const lanes = { small: createFairQueue(), large: createFairQueue() }
  const runSmall = createFairQueue()
  const storing = createSenderLimit(MAX_STORED_ROWS)
  let early = 0
  return async (sender, handle) => {
    let taken: Lane | undefined
    let release = () => {}
    let isEarly = false
    const end = () => {
      if (isEarly) early--
      isEarly = false
      release()
    }
    const turn: Turn = {
      isLarge: () => taken === 'large',
      isAwaited: () => taken !== undefined && !isEarly,
      take: (lane, bytes) => {
        if (taken === lane || taken === 'large') return Promise.resolve()
        end()
        taken = lane
        return new Promise(resolve => {
          const hold = () =>
            new Promise<void>(endTurn => {
              release = endTurn
              resolve()
            })
          void lanes[lane](sender, bytes, hold)
        })
      },
      endEarly: rows => {
        if (!taken || isEarly || early === MAX_EARLY || !storing.hasRoom(sender, rows)) return
        isEarly = true
        early++
        release()
      },
      runSmall: (bytes, work) => runSmall(sender, bytes, work),
      store: (rows, transact) => storing.run(sender, rows, transact, turn.isAwaited()),
    }
    try {
      return await handle(turn)
    } finally {
      end()
    }
  }
}
