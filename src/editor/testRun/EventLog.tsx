import type { StoredEvent } from 'earshot/server'

/** Properties of the survey. All others describe the browser and the page. */
const isSurveyProperty = (name: string) => name.startsWith('$survey')

/** Lists the captured events, newest first. */
export function EventLog({ events }: { events: readonly StoredEvent[] }) {
  return (
    <div>
      <h3>Events</h3>
      <div role="log" aria-label="Events" class="event-log">
        {events.length === 0 && <p class="hint">No events yet.</p>}
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
