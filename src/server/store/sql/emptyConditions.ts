import { columnValue, type SqlTable } from './columns'

type Fields = Record<string, unknown>

/** The conditions of queries that no row of a table meets, as far as a transaction knows. See D-499. */
export type EmptyConditions = ReturnType<typeof createEmptyConditions>

/** See `EmptyConditions`. */
export function createEmptyConditions({ key, indexes }: SqlTable) {
  const known = new Set<string>()
  const idOf = (columns: readonly string[], fields: Fields): string =>
    JSON.stringify(columns.map(column => [column, columnValue(fields[column])]))
  /** Returns the columns of a condition in the order of their declared index. */
  const columnsOf = (condition: Fields): readonly string[] => {
    const { length } = Object.keys(condition)
    return indexes.find(index => index.length === length && index.every(column => column in condition)) ?? []
  }
  const excludes = (isGiven: (column: string) => boolean, fields: Fields): boolean =>
    known.size > 0 && indexes.some(columns => columns.every(isGiven) && known.has(idOf(columns, fields)))
  return {
    columnsOf,
    add(condition: Fields): void {
      known.add(idOf(columnsOf(condition), condition))
    },
    /** Whether no row can meet a condition. */
    exclude: (condition: Fields): boolean => excludes(column => column in condition, condition),
    /** Whether there can be no row of a key. Other columns of a row to write tell nothing of the row that has its key. */
    excludeKey: (row: Fields): boolean => excludes(column => key.includes(column), row),
    /** Forgets the conditions that a written row meets. */
    forget(row: Fields): void {
      if (known.size > 0) for (const columns of indexes) known.delete(idOf(columns, row))
    },
  }
}
