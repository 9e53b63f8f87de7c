import { earshot } from 'earshot'
import { useState } from 'preact/hooks'
import { useFlag } from '../earshot'

const WEEK = [
  { day: 'Mon', notes: 4 },
  { day: 'Tue', notes: 7 },
  { day: 'Wed', notes: 2 },
  { day: 'Thu', notes: 9 },
  { day: 'Fri', notes: 5 },
]
const MAX_NOTES = Math.max(...WEEK.map(({ notes }) => notes))

const TASKS = [
  'Count the swifts at the mill',
  'Photograph plot 12 before noon',
  'Ask Ines for the soil results',
]

/** The tasks of today. Flag `week-strip` adds a chart of the week. */
export function Today() {
  const hasWeek = useFlag('week-strip') === true
  const [done, setDone] = useState<string[]>([])
  const toggle = (task: string, checked: boolean) => {
    setDone(previous => (checked ? [...previous, task] : previous.filter(other => other !== task)))
    if (checked) earshot.capture('task done', { task })
  }

  return (
    <>
      <h1>Three things before the rain.</h1>
      <ul class="tasks">
        {TASKS.map(task => (
          <li key={task}>
            <label>
              <input
                type="checkbox"
                checked={done.includes(task)}
                onChange={event => toggle(task, event.currentTarget.checked)}
              />
              <span>{task}</span>
            </label>
          </li>
        ))}
      </ul>
      {hasWeek && (
        <section aria-labelledby="week">
          <h2 id="week">Notes this week</h2>
          <ol class="week">
            {WEEK.map(({ day, notes }) => (
              <li key={day}>
                <span class="chart-bar" style={{ '--fraction': notes / MAX_NOTES }} />
                <b>{notes}</b>
                <span>{day}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
