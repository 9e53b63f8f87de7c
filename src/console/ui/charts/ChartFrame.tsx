import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { IconButton } from '../../../editor/ui/IconButton'

interface ChartFrameProps {
  /** Names the chart and its table. */
  title: string
  columns: readonly string[]
  /** The numbers of the chart, as texts; the first of each names its row. */
  rows: readonly (readonly string[])[]
  /** The chart: hidden from screen readers where `summary` describes it. */
  children: ComponentChildren
}

/** A chart with the table behind it, which a button shows in its place. */
export function ChartFrame({ title, columns, rows, children }: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <IconButton
          icon={isTable ? 'chart' : 'table'}
          label={isTable ? `${title}: show as chart` : `${title}: show as table`}
          onClick={() => setTable(!isTable)}
        />
      </figcaption>
      {isTable ? <NumberTable title={title} columns={columns} rows={rows} /> : children}
    </figure>
  )
}

function NumberTable({ title, columns, rows }: Omit<ChartFrameProps, 'children'>) {
  return (
    <div class="table-scroll">
      <table class="table number-table" aria-label={title}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" class={index === 0 ? undefined : 'number-cell'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={column} class="number-cell">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
