import type { StoredEvent } from 'earshot/server'

/** Properties that say what happened; the rest is about browser and page. */
const isTold = (name: string) => name.startsWith('$survey')

/** The events as they come in, the latest first. */
export function EventList({ events }: { events: readonly StoredEvent[] }) {
  return (
    <div class="events">
      <h3>Events</h3>
      <div role="log" aria-label="Events" class="event-log">
        {events.length === 0 && <p class="hint">Nothing was sent yet.</p>}
        {[...events].reverse().map(event => {
          const told = Object.entries(event.properties).filter(([name]) => isTold(name))
          return (
            <details key={event.uuid}>
              <summary>
                <code>{event.event}</code>
                <time>{new Date(event.timestamp).toLocaleTimeString()}</time>
              </summary>
              <dl>
                {told.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )
        })}
      </div>
    </div>
  )
}
