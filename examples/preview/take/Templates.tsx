import type { Survey } from 'earshot'
import { useState } from 'preact/hooks'
import { useStore } from '../store'
import { emptySurvey, surveyFrom, TEMPLATES } from '../templates/templates'
import { Dialog } from '../ui/Dialog'
import { focusSoon } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { readSurvey } from './readSurvey'

/** Where a survey begins: a template, nothing, or JSON from elsewhere. What was there before is one undo away. */
export function Templates() {
  const store = useStore()
  const close = () => store.set({ dialog: null })
  const take = (survey: Survey, notice: string) => {
    store.replace(survey)
    store.set({ dialog: null, section: 'questions', pane: 'edit', draft: null, notice })
  }
  return (
    <Dialog title="Start from" onClose={close}>
      <ul class="templates">
        {TEMPLATES.map(template => {
          const { survey } = template
          return (
            <li key={survey.name}>
              <button
                type="button"
                onClick={() =>
                  take(
                    surveyFrom(template, crypto.randomUUID()),
                    `${survey.name}. Undo brings back what was here.`,
                  )
                }
              >
                <strong>{survey.name}</strong>
                <span>{template.purpose}</span>
                <span class="moment">{template.moment}</span>
              </button>
            </li>
          )
        })}
        <li>
          <button
            type="button"
            class="blank"
            onClick={() => {
              take(emptySurvey(crypto.randomUUID()), 'An empty survey. Undo brings back what was here.')
              focusSoon(() => document.getElementById('name'))
            }}
          >
            <strong>Nothing</strong>
            <span>An empty survey, to write your own</span>
          </button>
        </li>
      </ul>
      <Load onSurvey={survey => take(survey, 'Loaded. Undo brings back what was here.')} />
    </Dialog>
  )
}

/** A survey from a file or from the clipboard. */
function Load({ onSurvey }: { onSurvey(survey: Survey): void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const load = (given: string) => {
    const reading = readSurvey(given, () => crypto.randomUUID())
    if ('survey' in reading) return onSurvey(reading.survey)
    setText(given)
    setFault(reading.fault)
  }
  return (
    <form
      class="load"
      onSubmit={event => {
        event.preventDefault()
        load(text)
      }}
    >
      <h3>A survey you have as JSON</h3>
      <label class="field">
        <span>From a file</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={async event => {
            const file = event.currentTarget.files?.[0]
            if (file) load(await file.text())
          }}
        />
      </label>
      <label class="field">
        <span>Or pasted</span>
        <textarea
          class="code"
          rows={4}
          spellcheck={false}
          value={text}
          aria-describedby="load-fault"
          onInput={event => {
            setText(event.currentTarget.value)
            setFault('')
          }}
        />
      </label>
      <div id="load-fault" role="alert">
        {fault && (
          <span class="finding error">
            <Icon name="error" />
            <span>{fault} Nothing was changed.</span>
          </span>
        )}
      </div>
      <button type="submit" class="button">
        Load
      </button>
    </form>
  )
}
