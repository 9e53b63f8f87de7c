import type { EventItem } from '../../wire/console'
import { formatTime } from '../ui/format'
import { summarizeEvent } from './summarizeEvent'

const CLOCK = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** One event in a list: name, summary, person, time. */
export function EventRow({ event: item }: { event: EventItem }) {
  const { event, distinct_id, timestamp } = item
  return (
    <span class="event-row">
      <strong class="event-name">{event}</strong>
      <span class="muted event-summary">{summarizeEvent(item)}</span>
      <span class="muted event-person">{distinct_id}</span>
      <time class="muted tabular" dateTime={timestamp} title={formatTime(timestamp)}>
        {isToday(timestamp) ? CLOCK.format(new Date(timestamp)) : formatTime(timestamp)}
      </time>
    </span>
  )
}

const isToday = (iso: string): boolean => new Date(iso).toDateString() === new Date().toDateString()
