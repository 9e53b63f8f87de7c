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
const MOST = Math.max(...WEEK.map(({ notes }) => notes))

const TASKS = [
  'Count the swifts at the mill',
  'Photograph plot 12 before noon',
  'Ask Ines for the soil results',
]

/** What there is to do, and how the week has been. */
export function Today() {
  const hasWeek = useFlag('week-strip') === true
  const [done, setDone] = useState<string[]>([])
  const tick = (task: string, checked: boolean) => {
    setDone(before => (checked ? [...before, task] : before.filter(other => other !== task)))
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
                onChange={event => tick(task, event.currentTarget.checked)}
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
                <span class="bar-of" style={{ '--share': notes / MOST }} />
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
