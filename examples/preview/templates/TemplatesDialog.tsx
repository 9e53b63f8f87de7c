import type { Survey } from 'earshot'
import { useState } from 'preact/hooks'
import { parseSurvey } from '../import/parseSurvey'
import { useStore } from '../state/store'
import { Dialog } from '../ui/Dialog'
import { focusAfterRender } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { emptySurvey, surveyFrom, TEMPLATES } from './templates'

/** Where a survey begins: a template, nothing, or JSON from elsewhere. What was there before is one undo away. */
export function TemplatesDialog() {
  const store = useStore()
  const close = () => store.set({ dialog: null })
  const replace = (survey: Survey, notice: string) => {
    store.replace(survey)
    store.set({ dialog: null, inspectorTab: 'questions', pane: 'edit', jsonDraft: null, notice })
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
                  replace(
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
              replace(emptySurvey(crypto.randomUUID()), 'An empty survey. Undo brings back what was here.')
              focusAfterRender(() => document.getElementById('name'))
            }}
          >
            <strong>Nothing</strong>
            <span>An empty survey, to write your own</span>
          </button>
        </li>
      </ul>
      <ImportForm onSurvey={survey => replace(survey, 'Loaded. Undo brings back what was here.')} />
    </Dialog>
  )
}

/** A survey from a file or from the clipboard. */
function ImportForm({ onSurvey }: { onSurvey(survey: Survey): void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const load = (json: string) => {
    const result = parseSurvey(json, () => crypto.randomUUID())
    if ('survey' in result) return onSurvey(result.survey)
    setText(json)
    setError(result.error)
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
            setError('')
          }}
        />
      </label>
      <div id="load-fault" role="alert">
        {error && (
          <span class="finding error">
            <Icon name="error" />
            <span>{error} Nothing was changed.</span>
          </span>
        )}
      </div>
      <button type="submit" class="button">
        Load
      </button>
    </form>
  )
}
