import { createFairQueue } from '../lib/createFairQueue'
import { createSenderLimit } from '../lib/createSenderLimit'
import { MEDIUM_BODY_BYTES, SMALL_BODY_BYTES } from './createBodyBudget'

/** Requests that have ended their turn and still hold what they store. */
const MAX_EARLY = 16

/** Requests that wait with the values of their body in memory: those of 256 kB take more than a megabyte. */
const MAX_PASSED = 8

/** A sender has no more persons and groups than this in transactions at a time: 512 kB each take a third of a second. */
const MAX_STORED_ROWS = 32

/**
 * The sizes of bodies up to which each lane reaches, and the senders that have a turn at a time. Bodies of a lane wait for none of a
 * larger one. See D-807, D-459, D-498.
 */
const LANES = [
  { maxBytes: SMALL_BODY_BYTES, senders: 2 },
  { maxBytes: MEDIUM_BODY_BYTES, senders: 2 },
  { maxBytes: Number.POSITIVE_INFINITY, senders: 1 },
]

/** The turn of a request. A sender has one at a time in each lane, and the senders have theirs one after another. */
export interface Turn {
  /** The network that the request came from. See `senderNetwork`. */
  sender: string
  /** Returns the size of the largest bodies in the lane of the request, which begins in that of small ones. */
  maxBytes: () => number
  /** Whether requests of others wait for the turn of this one. */
  isAwaited: () => boolean
  /**
   * Takes the turn of bodies of this size, and gives up that of smaller ones. Resolves when the turn has come, which then lasts until
   * the request is answered. Does nothing when the request has this turn, or that of larger bodies.
   */
  take: (bytes: number) => Promise<void>
  /**
   * Ends the turn of a request that needs little memory from now on, so that several share a commit: unless its transaction has to
   * wait for those of its sender. See D-549.
   *
   * @param rows As for `store`.
   */
  endEarly: (rows: number) => void
  /**
   * Lets requests of other senders have their turn, and resolves when it is this one's again. Does nothing in the lane of large
   * bodies, of which one is in memory at a time, and when several others wait for theirs again. See D-496.
   */
  pass: () => Promise<void>
  /** The same as `take` for the rest of a request. It keeps the turn that it has when several others wait for theirs again. */
  takeRest: (bytes: number) => Promise<void>
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
  const lanes = LANES.map(({ maxBytes, senders }) => ({ maxBytes, queue: createFairQueue(senders) }))
  const runSmall = createFairQueue()
  const storing = createSenderLimit(MAX_STORED_ROWS)
  let early = 0
  let passed = 0
  return async (sender, handle) => {
    let taken: (typeof lanes)[number] | undefined
    let release = () => {}
    let isEarly = false
    const end = () => {
      if (isEarly) early--
      isEarly = false
      release()
    }
    const wait = ({ queue }: (typeof lanes)[number], bytes: number, continues = false) =>
      new Promise<void>(resolve => {
        const hold = () =>
          new Promise<void>(endTurn => {
            release = endTurn
            resolve()
          })
        void queue(sender, bytes, hold, continues)
      })
    /** Waits with the values of a body in memory, if there is room for them. */
    const waitAgain = async (start: () => Promise<void>) => {
      if (passed === MAX_PASSED) return
      passed++
      await start()
      passed--
    }
    const turn: Turn = {
      sender,
      maxBytes: () => taken?.maxBytes ?? SMALL_BODY_BYTES,
      isAwaited: () => taken !== undefined && !isEarly,
      take: bytes => {
        if (taken && taken.maxBytes >= bytes) return Promise.resolve()
        end()
        const lane = lanes.find(({ maxBytes }) => maxBytes >= bytes)!
        taken = lane
        return wait(lane, bytes)
      },
      endEarly: rows => {
        if (!taken || isEarly || early === MAX_EARLY || !storing.hasRoom(sender, rows)) return
        isEarly = true
        early++
        release()
      },
      pass: async () => {
        const lane = taken
        if (!lane || isEarly || lane.maxBytes > MEDIUM_BODY_BYTES) return
        await waitAgain(() => {
          release()
          return wait(lane, 0, true)
        })
      },
      takeRest: bytes => waitAgain(() => turn.take(bytes)),
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
