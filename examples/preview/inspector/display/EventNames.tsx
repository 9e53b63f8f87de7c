import type { SurveyConditions } from 'earshot'
import { useState } from 'preact/hooks'
import { useField } from '../fields'

type Trigger = NonNullable<SurveyConditions['events']>['values'][number]

interface EventNamesProps {
  list: 'events' | 'cancelEvents'
  label: string
  hint: string
}

/** Names of events, one a line. A filter that a name has in the JSON stays with it. */
export function EventNames({ list, label, hint }: EventNamesProps) {
  const [value, set] = useField(['conditions', list, 'values'])
  const [, setList] = useField(['conditions', list])
  const values = Array.isArray(value) ? (value as Trigger[]) : []
  const stored = values.map(({ name }) => name).join('\n')
  const [typed, setTyped] = useState(stored)
  // What is typed may hold an empty line that is about to become a name; the survey holds names alone.
  const shown = namesIn(typed).join('\n') === stored ? typed : stored
  const path = `conditions.${list}`
  return (
    <div class="field">
      <label for={path}>{label}</label>
      <textarea
        id={path}
        data-path={path}
        rows={2}
        value={shown}
        aria-describedby={`${path}-hint`}
        onInput={event => {
          const text = event.currentTarget.value
          setTyped(text)
          const next = namesIn(text).map(name => values.find(trigger => trigger.name === name) ?? { name })
          if (next.length > 0) set(next)
          else setList(undefined)
        }}
      />
      <span class="hint" id={`${path}-hint`}>
        {hint}
      </span>
    </div>
  )
}

const namesIn = (text: string) =>
  text
    .split('\n')
    .map(name => name.trim())
    .filter(Boolean)
