/**
 * The platform's, as they are when this module is loaded: a test may replace them, and does not advance these (D-810). Node runs the
 * timers of several waits one after another before it looks at its connections (D-798). Browsers have timers alone.
 */
const { setImmediate: afterRequests = setTimeout } = globalThis
const { now } = Date

const nextTurn = (): Promise<void> => new Promise(resolve => afterRequests(resolve))

const MAX_TURNS = 500

/** Transactions of databases in progress. */
let transactions = 0
/** How much longer other work rests meanwhile: a transaction waits for each of its statements, and others for the transaction. */
const REST_BESIDE_TRANSACTION = 4

/** Runs a transaction, beside which other work goes slowly. See D-844. */
export async function besideRequests<R>(transact: () => Promise<R>): Promise<R> {
  transactions++
  try {
    return await transact()
  } finally {
    transactions--
  }
}

/** Creates a `yieldToRequests` whose work does not wait for that of others, and rests some times as long as it has taken. */
function createYield(restFactor: () => number): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  /** How long the last piece of work took. */
  let workMs = 0
  return () => {
    last = last.then(async () => {
      await nextTurn()
      const restMs = restFactor() * workMs
      const until = now() + restMs
      for (let left = Math.min(restMs, MAX_TURNS); left > 0 && now() < until; left--) await nextTurn()
      const startedAt = now()
      workMs = 0
      afterRequests(() => {
        workMs = now() - startedAt
      })
    })
    return last
  }
}

/**
 * Resolves when other requests have had their turn. Work of several requests continues one after another, each in a turn of the
 * event loop of its own: Node runs all immediates that wait before it looks at its connections. A long piece of work is followed by
 * a turn for each millisecond, because Node accepts one new connection in each, for no longer than the work has taken. See D-838.
 */
export const yieldToRequests = createYield(() => (transactions > 0 ? REST_BESIDE_TRANSACTION : 1))

/** The same for a transaction, which all others wait for: its work continues beside that of requests. See D-844. */
export const yieldInTransaction = createYield(() => 1)
