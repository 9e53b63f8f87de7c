/** One point. */
export interface LinePoint {
  label: string
  value: number
  /** Of the answers behind the value. */
  count: number
}

interface LineChartProps {
  summary: string
  points: readonly LinePoint[]
  min: number
  max: number
  /** Values with a line and a label. */
  ticks: readonly number[]
}

const HEIGHT = 168
const PADDING = { top: 10, bottom: 24 }
/** Share of the width for the labels of the ticks, in percent. */
const LEFT = 9
/** More points than this are drawn as a line alone. */
const MAX_DOTS = 45

/** A value over time. */
export function LineChart({ summary, points, min, max, ticks }: LineChartProps) {
  const x = (index: number) =>
    LEFT + (points.length === 1 ? 0.5 : index / (points.length - 1)) * (98.5 - LEFT)
  const y = (value: number) =>
    PADDING.top + ((max - value) / (max - min)) * (HEIGHT - PADDING.top - PADDING.bottom)
  const line = points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')
  const [first, last] = [points[0], points.at(-1)]
  return (
    <svg class="line-chart" width="100%" height={HEIGHT} role="img" aria-label={summary}>
      {ticks.map(tick => (
        <g key={tick}>
          <line x1={`${LEFT}%`} x2="100%" y1={y(tick)} y2={y(tick)} class={tick === 0 ? 'axis' : 'grid'} />
          <text class="tick end" x={`${LEFT - 1.5}%`} y={y(tick) + 4}>
            {tick}
          </text>
        </g>
      ))}
      <svg
        aria-hidden="true"
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
      >
        <polyline class="line" points={line} />
      </svg>
      {points.length <= MAX_DOTS &&
        points.map(({ label, value, count }, index) => (
          <circle key={index} class="dot" cx={`${x(index)}%`} cy={y(value)} r="3.5">
            <title>{`${label}: ${value} (${count})`}</title>
          </circle>
        ))}
      {first && (
        <text class="tick start" x={`${LEFT}%`} y={HEIGHT - 6}>
          {first.label}
        </text>
      )}
      {last && points.length > 1 && (
        <text class="tick end" x="100%" y={HEIGHT - 6}>
          {last.label}
        </text>
      )}
    </svg>
  )
}
