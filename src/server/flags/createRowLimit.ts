import type { RequestContext } from '../http/requestContext'
import { createLimit } from '../lib/createLimit'
import { createSenderLimit } from '../lib/createSenderLimit'

/** Requests that hold the rows of their persons and groups beside each other: as many as PostgreSQL reads at once. See D-794. */
const MAX_EVALUATIONS = 10

/** Persons and groups that the requests of a sender hold or wait for. Each may take some ten milliseconds. See D-840. */
const MAX_ROWS_OF_SENDER = 32

/** Runs work that reads so many persons and groups for a request. */
export type RowLimit = <R>(context: RequestContext, rows: number, work: () => Promise<R>) => Promise<R>

/** Creates the limit of the persons and groups that are in memory for flags. */
export function createRowLimit(): RowLimit {
  const limit = createLimit(MAX_EVALUATIONS)
  const senders = createSenderLimit(MAX_ROWS_OF_SENDER)
  return ({ turn }, rows, work) =>
    senders.run(turn.sender, rows, () => limit(work, turn.sender), turn.isAwaited())
}
