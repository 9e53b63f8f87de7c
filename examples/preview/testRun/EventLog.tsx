import type { StoredEvent } from 'earshot/server'

/** Properties that say what happened; the rest is about browser and page. */
const isSurveyProperty = (name: string) => name.startsWith('$survey')

/** The events as they come in, the latest first. */
export function EventLog({ events }: { events: readonly StoredEvent[] }) {
  return (
    <div class="events">
      <h3>Events</h3>
      <div role="log" aria-label="Events" class="event-log">
        {events.length === 0 && <p class="hint">Nothing was sent yet.</p>}
        {[...events].reverse().map(event => {
          const properties = Object.entries(event.properties).filter(([name]) => isSurveyProperty(name))
          return (
            <details key={event.uuid}>
              <summary>
                <code>{event.event}</code>
                <time>{new Date(event.timestamp).toLocaleTimeString()}</time>
              </summary>
              <dl>
                {properties.map(([name, value]) => (
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
