// biome-ignore-all lint/a11y/noRedundantRoles: Safari takes the roles away where a style sheet for phones changes `display`.
import type { ComponentChildren } from 'preact'
import { Icon } from '../../editor/ui/Icon'
import { useRowFocus } from './useRowFocus'

/** A column of a table. */
export interface Column<Row> {
  name: string
  label: string
  /** Hides the label from sight, for a column of buttons. */
  isLabelHidden?: boolean
  isNumber?: boolean
  isSortable?: boolean
  cell(row: Row): ComponentChildren
}

/** The column that orders the rows. */
export interface Sort {
  column: string
  isDescending: boolean
}

interface TableProps<Row> {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  sort?: Sort
  onSort?(sort: Sort): void
  class?: string
}

/** A table whose first column names the row. Numbers are sorted from the largest first. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort } = props
  return (
    <table class={`table ${props.class ?? ''}`} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(column => (
            <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" {...useRowFocus()}>
        {rows.map(row => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ name, label, isNumber, cell }, index) => {
              const className = `${isNumber ? 'number-cell ' : ''}cell-${name}`
              return index === 0 ? (
                <th key={name} scope="row" role="rowheader" class={className}>
                  {cell(row)}
                </th>
              ) : (
                <td key={name} role="cell" class={className} data-label={label}>
                  {cell(row)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeaderCell<Row>({
  column: { name, label, isLabelHidden, isNumber = false, isSortable },
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) {
  const isSorted = sort?.column === name
  const isDescending = isSorted ? sort.isDescending : isNumber
  return (
    <th
      scope="col"
      role="columnheader"
      class={`${isNumber ? 'number-cell ' : ''}cell-${name}`}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          class="sort-button"
          onClick={() => onSort?.({ column: name, isDescending: isSorted ? !isDescending : isDescending })}
        >
          {label}
          <Icon name={isDescending ? 'down' : 'up'} />
        </button>
      ) : (
        <span class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      )}
    </th>
  )
}
