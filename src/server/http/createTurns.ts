import { createQueue } from '../lib/createQueue'

/** Requests that have ended their turn and still hold what they store. */
const MAX_EARLY = 16

/**
 * Creates a function that handles requests one after another. A request that needs little memory from now on may end its turn
 * before it is answered, so that several share a commit. See D-376, D-549.
 */
export function createTurns(): <R>(handle: (endTurn: () => void) => Promise<R>) => Promise<R> {
  const inTurn = createQueue()
  let early = 0
  return handle =>
    new Promise((resolve, reject) => {
      const turn = async (release: () => void): Promise<void> => {
        let isEarly = false
        const endTurn = () => {
          if (isEarly || early === MAX_EARLY) return
          isEarly = true
          early++
          release()
        }
        await handle(endTurn).then(resolve, reject)
        if (isEarly) early--
        release()
      }
      void inTurn(() => new Promise<void>(release => void turn(release)))
    })
}
