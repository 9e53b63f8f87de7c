import type { StoredEvent } from 'earshot/server'
import { useEffect, useState } from 'preact/hooks'
import type { ProjectFacts } from '../server/live'
import { describe } from './describe'
import { client, followEvents, forgetMe, readProject, switchFlag } from './service'

/** More rows than anybody scrolls through would only make the page slow. */
const MAX_ROWS = 200

/** What arrives at the service, and what one may do to it. */
export function Panel({ startsOpen }: { startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  const [events, setEvents] = useState<StoredEvent[]>([])
  const [connected, setConnected] = useState(false)
  useEffect(
    () => followEvents(event => setEvents(before => [event, ...before].slice(0, MAX_ROWS)), setConnected),
    [],
  )
  useEffect(() => {
    document.documentElement.dataset.panel = open ? 'open' : 'closed'
  }, [open])

  return (
    <aside class={open ? 'panel open' : 'panel'} aria-label="What the service hears">
      <header>
        <button type="button" class="toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span class={connected ? 'dot live' : 'dot'} />
          <span class="title">What the service hears</span>
          <span class="count">{events.length}</span>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 6 4 4 4-4" />
          </svg>
        </button>
      </header>
      {open && (
        <div class="body">
          <Tools />
          <Log events={events} connected={connected} />
        </div>
      )}
    </aside>
  )
}

function Tools() {
  const [facts, setFacts] = useState<ProjectFacts>({ flags: [], surveys: [] })
  useEffect(() => void readProject().then(setFacts), [])

  return (
    <div class="tools">
      <nav class="links">
        <a href="/">All examples</a>
        <button type="button" onClick={forgetMe} title="A new visitor: surveys can be answered again">
          Forget me
        </button>
      </nav>
      {facts.flags.length > 0 && (
        <fieldset>
          <legend>Flags</legend>
          {facts.flags.map(({ key, active, only }) => (
            <label class="switch" key={key}>
              <span>
                {key} {only && <small>if {only}</small>}
              </span>
              <input
                type="checkbox"
                checked={active}
                onChange={event => switchFlag(key, event.currentTarget.checked).then(setFacts)}
              />
            </label>
          ))}
        </fieldset>
      )}
      {facts.surveys.length > 0 && (
        <fieldset>
          <legend>Show a survey</legend>
          <div class="chips">
            {facts.surveys.map(({ id, name }) => (
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

/**
 * Newest first. It is no live region: each event read aloud would talk over the very survey that is being tried.
 */
function Log({ events, connected }: { events: StoredEvent[]; connected: boolean }) {
  if (events.length === 0)
    return <p class="empty">{connected ? 'Nothing yet. Use the page.' : 'Connecting …'}</p>
  return (
    <ol class="log" aria-label="Events, newest first">
      {events.map(event => (
        <li key={event.uuid}>
          <details>
            <summary>
              <time dateTime={event.timestamp}>
                {new Date(event.timestamp).toLocaleTimeString([], { hour12: false })}
              </time>
              <span class="name">{event.event}</span>
              <span class="about">{describe(event)}</span>
            </summary>
            <pre>{JSON.stringify(event, null, 2)}</pre>
          </details>
        </li>
      ))}
    </ol>
  )
}
