import { approximateBytes } from '../approximateBytes'
import type { Announced, ExportableStore, Transaction } from '../store'
import { TABLE_NAMES, type TableName, type TableRow } from '../tables'
import { lineError, type NumberedRow, parseRows } from './parseRows'

/** Rows of one transaction: few and short enough that a service on the same database does not wait for long. */
const STEP_ROWS = 500
const STEP_BYTES = 2 * 1024 * 1024

/** Numbers of imported rows. */
interface ImportCounts {
  added: number
  /** Rows whose key the store has already. They stay as they are in the store. */
  kept: number
}

/**
 * Imports the lines of an export. Each step of rows is a transaction, and rows that the store has stay, so that an import
 * which failed continues when it is repeated. See D-534.
 *
 * @param merge Accepts a store with data.
 * @throws Error with the number of the wrong line.
 */
export async function importLines(
  store: ExportableStore,
  lines: AsyncIterable<string>,
  { merge }: { merge: boolean },
): Promise<ImportCounts> {
  if (!merge && !(await isEmpty(store)))
    throw new Error('the database has data already. Import into a new one, or add what it lacks with --merge')
  const counts: ImportCounts = { added: 0, kept: 0 }
  try {
    for await (const step of inSteps(parseRows(lines))) {
      const added = await store.transaction(transaction => addRows(transaction, step), {
        announce: [() => keysOf(step)],
      })
      counts.added += added
      counts.kept += step.length - added
    }
  } catch (error) {
    const remedy =
      counts.added === 0
        ? 'Nothing is imported'
        : `${counts.added} rows are imported. Correct the input and import it again with --merge`
    throw new Error(`${(error as Error).message}. ${remedy}`, { cause: error })
  }
  return counts
}

async function isEmpty(store: ExportableStore): Promise<boolean> {
  for await (const _ of store.rows()) return false
  return true
}

async function* inSteps(rows: AsyncIterable<NumberedRow>): AsyncIterable<NumberedRow[]> {
  let step: NumberedRow[] = []
  let bytes = 0
  for await (const row of rows) {
    step.push(row)
    bytes += approximateBytes(row.entry.row, STEP_BYTES)
    if (step.length < STEP_ROWS && bytes < STEP_BYTES) continue
    yield step
    step = []
    bytes = 0
  }
  if (step.length > 0) yield step
}

/** Adds the rows that a store lacks. Returns their number. */
async function addRows(transaction: Transaction, step: NumberedRow[]): Promise<number> {
  let added = 0
  for (const { line, entry } of step) {
    await checkIdentity(transaction, entry, line)
    // The name of a table decides the type of its rows.
    if (await transaction.insert(entry.table, entry.row as never)) added++
  }
  return added
}

/** The rows have the columns of their keys. */
function keysOf(step: NumberedRow[]): Announced {
  const rowsOf = (table: TableName) => step.flatMap(({ entry }) => (entry.table === table ? [entry.row] : []))
  // The name of a table decides the type of its rows.
  return { keys: Object.fromEntries(TABLE_NAMES.map(table => [table, rowsOf(table)])) as Announced['keys'] }
}

/** Rows refer to projects and users by their number, which another service gave to another project or user. */
async function checkIdentity(
  transaction: Transaction,
  { table, row }: TableRow,
  line: number,
): Promise<void> {
  if (table === 'users') {
    const known = await transaction.get('users', { id: row.id })
    if (known && known.uuid !== row.uuid)
      throw lineError(line, `user ${row.id} of the database is another one. Expected a new database`)
  }
  if (table === 'projects') {
    const known = await transaction.get('projects', { id: row.id })
    if (known && known.token !== row.token)
      throw lineError(line, `project ${row.id} of the database has another key. Expected a new database`)
    const [holder] = await transaction.find('projects', { where: { token: row.token }, limit: 1 })
    if (holder && holder.id !== row.id)
      throw lineError(line, `project ${holder.id} of the database has the same key. Expected a new database`)
  }
}
