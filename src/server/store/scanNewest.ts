import { yieldToRequests } from '../lib/yieldToRequests'
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
  /** Missing when all rows pass. */
  matches?: (row: Row<T>) => boolean
}

/** Rows that are tested at once. Other requests are answered between two steps. */
const STEP = 200
/** Rows that are tested at most, so that a test that no row passes ends. See D-589. */
const MAX_TESTED = 2000

/**
 * Returns the newest rows that pass a test, and the position to go on from: the `to` of the next scan, undefined at the end.
 * There may be fewer rows than `limit` before the end.
 */
export async function scanNewest<T extends ScannedTable>(
  store: Store,
  table: T,
  { where, from, to, limit, matches = () => true }: Scan<T>,
): Promise<{ rows: Row<T>[]; next: number | undefined }> {
  const rows: Row<T>[] = []
  /** A row that was deleted meanwhile has no position, and the scan ends there. */
  const below = async (row: Row<T>): Promise<number | undefined> => {
    const position = await store.position(table, row as unknown as Key<T>)
    return position === undefined ? undefined : position - 1
  }
  let top = to
  for (let tested = 0; tested < MAX_TESTED; tested += STEP) {
    const found = await store.find(table, { where, from, to: top, order: 'newest', limit: STEP })
    rows.push(...found.filter(matches))
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: await below(rows[limit - 1]!) }
    if (found.length < STEP) return { rows, next: undefined }
    top = await below(found.at(-1)!)
    if (top === undefined) return { rows, next: undefined }
    await yieldToRequests()
  }
  return { rows, next: top }
}
