import type { StoredEvent } from 'earshot/server'
import { useEffect, useState } from 'preact/hooks'
import type { ProjectSummary } from '../server/panelApi'
import { client, loadProject, resetVisitor, setFlag, subscribeToEvents } from './api'
import { summarizeEvent } from './summarizeEvent'

/** Limits the list, because thousands of rows would slow down the page. */
const MAX_ROWS = 200

/** Shows the events that the service receives, and controls for flags, surveys and the visitor. */
export function Panel({ startsOpen }: { startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  const [events, setEvents] = useState<StoredEvent[]>([])
  const [connected, setConnected] = useState(false)
  useEffect(
    () =>
      subscribeToEvents(event => setEvents(earlier => [event, ...earlier].slice(0, MAX_ROWS)), setConnected),
    [],
  )
  useEffect(() => {
    document.documentElement.dataset.panel = open ? 'open' : 'closed'
  }, [open])

  return (
    <aside class={open ? 'panel open' : 'panel'} aria-label="Received events">
      <header>
        <button type="button" class="toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span class={connected ? 'status connected' : 'status'} />
          <span class="title">Received events</span>
          <span class="count">{events.length}</span>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 6 4 4 4-4" />
          </svg>
        </button>
      </header>
      {open && (
        <div class="body">
          <Controls />
          <EventList events={events} connected={connected} />
        </div>
      )}
    </aside>
  )
}

function Controls() {
  const [project, setProject] = useState<ProjectSummary>({ flags: [], surveys: [] })
  const showProject = () => void loadProject().then(setProject)
  useEffect(showProject, [])
  /** Shows the switch as it is now: an event that arrives before the reply would show it as it was. */
  const switchFlag = (key: string, active: boolean) => {
    setProject(({ flags, ...others }) => ({
      ...others,
      flags: flags.map(flag => (flag.key === key ? { ...flag, active } : flag)),
    }))
    setFlag(key, active).catch(showProject)
  }

  return (
    <div class="controls">
      <nav class="links">
        <a href="/">All examples</a>
        <button type="button" onClick={resetVisitor} title="Clears this browser's data and reloads the page">
          New visitor
        </button>
      </nav>
      {project.flags.length > 0 && (
        <fieldset>
          <legend>Flags</legend>
          {project.flags.map(({ key, active, condition }) => (
            <label class="switch" key={key}>
              <span>
                {key} {condition && <small>if {condition}</small>}
              </span>
              <input
                type="checkbox"
                checked={active}
                onChange={event => switchFlag(key, event.currentTarget.checked)}
              />
            </label>
          ))}
        </fieldset>
      )}
      {project.surveys.length > 0 && (
        <fieldset>
          <legend>Show a survey</legend>
          <div class="buttons">
            {project.surveys.map(({ id, name }) => (
              <button
                type="button"
                key={id}
                onClick={() => client()?.displaySurvey(id, { ignoreConditions: true, ignoreDelay: true })}
              >
                {name}
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

/** Lists the events, newest first. It is not a live region, because announcements would interrupt the survey on the page. */
function EventList({ events, connected }: { events: StoredEvent[]; connected: boolean }) {
  if (events.length === 0) return <p class="empty">{connected ? 'No events yet.' : 'Connecting …'}</p>
  return (
    <ol class="event-list" aria-label="Events, newest first">
      {events.map(event => (
        <li key={event.uuid}>
          <details>
            <summary>
              <time dateTime={event.timestamp}>
                {new Date(event.timestamp).toLocaleTimeString([], { hour12: false })}
              </time>
              <span class="event-name">{event.event}</span>
              <span class="event-summary">{summarizeEvent(event)}</span>
            </summary>
            <pre>{JSON.stringify(event, null, 2)}</pre>
          </details>
        </li>
      ))}
    </ol>
  )
}
