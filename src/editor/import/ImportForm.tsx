import type { Survey } from 'earshot'
import { useState } from 'preact/hooks'
import { Icon } from '../ui/Icon'
import { parseSurvey } from './parseSurvey'

/** Imports a survey from a file or from pasted JSON. */
export function ImportForm({ onSurvey }: { onSurvey(survey: Survey): void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const importJson = (json: string) => {
    const result = parseSurvey(json, () => crypto.randomUUID())
    if ('survey' in result) return onSurvey(result.survey)
    setText(json)
    setError(result.error)
  }
  return (
    <form
      class="import-form"
      onSubmit={event => {
        event.preventDefault()
        importJson(text)
      }}
    >
      <h3>Import JSON</h3>
      <label class="field">
        <span>File</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={async event => {
            const file = event.currentTarget.files?.[0]
            if (file) importJson(await file.text())
          }}
        />
      </label>
      <label class="field">
        <span>Or paste JSON</span>
        <textarea
          class="code"
          rows={4}
          spellcheck={false}
          value={text}
          aria-describedby="import-error"
          onInput={event => {
            setText(event.currentTarget.value)
            setError('')
          }}
        />
      </label>
      <div id="import-error" role="alert">
        {error && (
          <span class="finding error">
            <Icon name="error" />
            <span>{`${error}\nThe survey was not changed.`}</span>
          </span>
        )}
      </div>
      <button type="submit" class="button">
        Import
      </button>
    </form>
  )
}
