import { formatCompact } from '../format'

/** One column. */
export interface ColumnValue {
  label: string
  count: number
  /** Class of the column: a group has a colour. */
  group?: string
}

const HEIGHT = 148
/** Room above the columns for the counts, and below them for the labels. */
const TOP = 18
const BOTTOM = 22

/** Columns side by side, with their counts above and their labels below. */
export function ColumnChart({ summary, values }: { summary: string; values: readonly ColumnValue[] }) {
  const max = Math.max(1, ...values.map(({ count }) => count))
  const width = 100 / values.length
  return (
    <svg class="column-chart" width="100%" height={HEIGHT} role="img" aria-label={summary}>
      <line x1="0" x2="100%" y1={HEIGHT - BOTTOM + 0.5} y2={HEIGHT - BOTTOM + 0.5} class="axis" />
      {values.map(({ label, count, group = '' }, index) => {
        const height = (count / max) * (HEIGHT - TOP - BOTTOM)
        const middle = `${(index + 0.5) * width}%`
        return (
          <g key={label}>
            {count > 0 && (
              <rect
                class={`column ${group}`}
                x={`${(index + 0.14) * width}%`}
                width={`${0.72 * width}%`}
                y={HEIGHT - BOTTOM - height}
                height={height}
                rx="3"
              />
            )}
            <text class={count > 0 ? 'value' : 'value zero'} x={middle} y={HEIGHT - BOTTOM - height - 6}>
              {formatCompact(count)}
            </text>
            <text class="tick" x={middle} y={HEIGHT - 6}>
              {label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
