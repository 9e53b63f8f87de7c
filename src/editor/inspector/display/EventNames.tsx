import type { SurveyConditions } from 'earshot'
import { useState } from 'preact/hooks'
import { FindingsAt } from '../../findings/findings'
import { useField } from '../fields'

type Trigger = NonNullable<SurveyConditions['events']>['values'][number]

interface EventNamesProps {
  list: 'events' | 'cancelEvents'
  label: string
  hint: string
}

/** Edits a list of event names, one per line. Property filters from the JSON stay with their event. */
export function EventNames({ list, label, hint }: EventNamesProps) {
  const [value, set] = useField(['conditions', list, 'values'])
  const [, setList] = useField(['conditions', list])
  const values = Array.isArray(value) ? (value as Trigger[]) : []
  const stored = values.map(({ name }) => name).join('\n')
  const [text, setText] = useState(stored)
  // The text may contain an empty line that the author is about to fill; the survey contains names only.
  const shown = namesIn(text).join('\n') === stored ? text : stored
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
          const edited = event.currentTarget.value
          setText(edited)
          const next = namesIn(edited).map(name => values.find(trigger => trigger.name === name) ?? { name })
          if (next.length > 0) set(next)
          else setList(undefined)
        }}
      />
      <span class="hint" id={`${path}-hint`}>
        {hint}
      </span>
      <FindingsAt path={path} />
    </div>
  )
}

const namesIn = (text: string) =>
  text
    .split('\n')
    .map(name => name.trim())
    .filter(Boolean)
