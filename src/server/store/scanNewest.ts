import type { LimitSteps } from '../lib/createStepLimit'
import { approximateBytes } from './approximateBytes'
import type { Store } from './store'
import type { Key, Row } from './tables'

/** The tables that are in the order of insertion. */
type ScannedTable = 'events' | 'persons'

/** Rows of an index, and the test that they must pass. */
interface Scan<T extends ScannedTable> {
  where: Partial<Row<T>>
  /** Inclusive bounds: positions in the order of insertion. */
  from?: number
  to?: number
  limit: number
  /**
   * Missing when all rows pass. A test that reads long columns calls `whole`: the copy, which is for the reply too, has the value
   * of a column that is otherwise parsed at each reading (D-746).
   */
  matches?: (row: Row<T>, whole: () => Row<T>) => boolean
}

/** Rows that are tested at most, so that a test that no row passes ends. See D-589. */
const MAX_TESTED = 2000
/** Bytes of the rows that are tested, after which the scan ends: an event may have 18 MB. See D-793. */
const MAX_TESTED_BYTES = 16_000_000
/** Bytes of the found rows, after which no other is added: a reply has all of them at once. See D-725. */
const MAX_BYTES = 4_000_000

/**
 * Returns the newest rows that pass a test, and the position to go on from: the `to` of the next scan, undefined at the end.
 * There may be fewer rows than `limit` before the end.
 */
export async function scanNewest<T extends ScannedTable>(
  { store, limitSteps }: { store: Store; limitSteps: LimitSteps },
  table: T,
  { where, from, to, limit, matches = () => true }: Scan<T>,
): Promise<{ rows: Row<T>[]; next: number | undefined }> {
  const rows: Row<T>[] = []
  /** A row that was deleted meanwhile has no position, and the scan ends there. */
  const below = async (row: Row<T>): Promise<number | undefined> => {
    const position = await store.position(table, row as unknown as Key<T>)
    return position === undefined ? undefined : position - 1
  }
  let last: Row<T> | undefined
  let bytes = 0
  const tested = { where, from, to, limit: MAX_TESTED, maxBytes: MAX_TESTED_BYTES }
  for await (const page of limitSteps(store.pages(table, { ...tested, order: 'newest' })))
    for (const row of page) {
      last = row
      let copy: Row<T> | undefined
      const whole = () => (copy ??= { ...row })
      if (!matches(row, whole)) continue
      if (rows.length === limit || bytes > MAX_BYTES) return { rows, next: await below(rows.at(-1)!) }
      rows.push(whole())
      bytes += approximateBytes(whole())
    }
  const next = last && (await below(last))
  // Not the number of rows, because those that were deleted meanwhile are not among them.
  const isEnd = next === undefined || (await store.count(table, { where, from, to: next, limit: 1 })) === 0
  return { rows, next: isEnd ? undefined : next }
}
