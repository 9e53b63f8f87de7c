import type { ServiceStatus } from '../../wire/console'
import { formatCount } from '../ui/format'

type Minutes = ServiceStatus['events_per_minute']

const HEIGHT = 120
/** Room below the bars for the times. */
const BOTTOM = 20
const CLOCK = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })
const clock = (iso: string): string => CLOCK.format(new Date(iso))

/** Bars of the events in each minute, with the table behind them. */
export function MinuteChart({ minutes }: { minutes: Minutes }) {
  const max = Math.max(1, ...minutes.map(({ count }) => count))
  const width = 100 / minutes.length
  const marks = [0, Math.floor(minutes.length / 2), minutes.length - 1]
  return (
    <figure class="minute-chart">
      <svg width="100%" height={HEIGHT} role="img" aria-label={summaryOf(minutes)}>
        <line x1="0" x2="100%" y1={HEIGHT - BOTTOM + 0.5} y2={HEIGHT - BOTTOM + 0.5} class="axis" />
        {minutes.map(({ minute, count }, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / max) * (HEIGHT - BOTTOM))
          return (
            <rect
              key={minute}
              class="column"
              x={`${(index + 0.12) * width}%`}
              width={`${0.76 * width}%`}
              y={HEIGHT - BOTTOM - height}
              height={height}
              rx="2"
            >
              <title>{`${clock(minute)}: ${formatCount(count)}`}</title>
            </rect>
          )
        })}
        {marks.map((index, position) => (
          <text
            key={index}
            class={`tick ${['start', '', 'end'][position]}`}
            x={['0', '50%', '100%'][position]}
            y={HEIGHT - 4}
          >
            {minutes[index] && clock(minutes[index].minute)}
          </text>
        ))}
      </svg>
      <details>
        <summary>Show as table</summary>
        <table class="table" aria-label="Events per minute">
          <thead>
            <tr>
              <th scope="col">Minute</th>
              <th scope="col" class="number-cell">
                Events
              </th>
            </tr>
          </thead>
          <tbody>
            {minutes.toReversed().map(({ minute, count }) => (
              <tr key={minute}>
                <th scope="row">{clock(minute)}</th>
                <td class="number-cell">{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function summaryOf(minutes: Minutes): string {
  const total = minutes.reduce((sum, { count }) => sum + count, 0)
  const busiest = minutes.toSorted((a, b) => b.count - a.count)[0]
  if (total === 0 || !busiest) return 'No events in the last hour.'
  return `${formatCount(total)} events in the last hour, at most ${formatCount(busiest.count)} a minute, at ${clock(busiest.minute)}.`
}
