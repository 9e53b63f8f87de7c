/**
 * The platform's, as they are when this module is loaded: a test may replace them, and does not advance these (D-810). Node runs the
 * timers of several waits one after another before it looks at its connections (D-798). Browsers have timers alone.
 */
const { setTimeout: later, clearTimeout: cancel } = globalThis
const { setImmediate: afterRequests = setTimeout } = globalThis
const { now } = Date

const nextTurn = (): Promise<void> => new Promise(resolve => afterRequests(resolve))

const MAX_TURNS = 500

/** Transactions of databases in progress. */
let transactions = 0
/** Statements of a transaction beside which one piece of work with long rows continues, if they take no longer than a pause. */
const STATEMENTS_PER_PIECE = 8
const MAX_PAUSE_MS = 100
/** The work with long rows that rests. */
let resting: { statements: number; end: () => void } | undefined

/** Whether a transaction of a database is in progress: it waits for a turn of the event loop with each of its statements. */
export const isBesideTransaction = (): boolean => transactions > 0

/** Runs a transaction, which calls `onStatement` after each statement. Work with long rows is slow meanwhile. See D-844. */
export async function besideRequests<R>(transact: (onStatement: () => void) => Promise<R>): Promise<R> {
  transactions++
  try {
    return await transact(() => {
      if (resting && --resting.statements === 0) resting.end()
    })
  } finally {
    if (--transactions === 0) resting?.end()
  }
}

/** Resolves after a turn for each millisecond, or when the time is over. */
async function restInTurns(ms: number): Promise<void> {
  const until = now() + ms
  for (let left = Math.min(ms, MAX_TURNS); left > 0 && now() < until; left--) await nextTurn()
}

/** Resolves after some statements of the transactions in progress, which others wait for, or a pause. */
async function restBesideTransactions(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  await new Promise<void>(end => {
    resting = { statements: STATEMENTS_PER_PIECE, end }
    timer = later(end, MAX_PAUSE_MS)
  })
  cancel(timer)
  resting = undefined
}

/** Creates a `yieldToRequests` whose work does not wait for that of others, and rests after it has taken some milliseconds. */
function createYield(rest: (workMs: number) => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  /** How long the last piece of work took. */
  let workMs = 0
  return () => {
    last = last.then(async () => {
      await nextTurn()
      if (workMs > 0) await rest(workMs)
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
export const yieldToRequests = createYield(restInTurns)

/** The same for a transaction, which all others wait for: its work continues beside that of requests. See D-844. */
export const yieldInTransaction = createYield(restInTurns)

/** The same for work with long rows, which leaves most of the time to the transactions in progress. See D-844. */
export const yieldToTransactions = createYield(workMs =>
  transactions > 0 ? restBesideTransactions() : restInTurns(workMs),
)
