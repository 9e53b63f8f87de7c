import { formatJson } from '../export/managementJson'
import { parseSurvey } from '../import/parseSurvey'
import { useEditorState, useStore } from '../state/store'
import { Icon } from '../ui/Icon'

/** The survey as JSON. What is no survey yet stays as it was typed, and the survey as it was before. */
export function JsonTab() {
  const store = useStore()
  const { history, jsonDraft: draft } = useEditorState()
  const survey = history.present
  const type = (text: string) => {
    const reading = parseSurvey(text, () => store.get().history.present.id)
    if ('error' in reading) return store.set({ jsonDraft: { text, error: reading.error } })
    store.edit(reading.survey, 'json')
    // Spaces and line breaks are the author's.
    store.set({ jsonDraft: formatJson(reading.survey) === text ? null : { text, error: '' } })
  }
  return (
    <div class="section json">
      <label for="json" class="hidden">
        The survey as JSON
      </label>
      <textarea
        id="json"
        class="code"
        spellcheck={false}
        autocapitalize="off"
        value={draft?.text ?? formatJson(survey)}
        aria-invalid={draft?.error ? true : undefined}
        aria-describedby="json-fault"
        onInput={event => type(event.currentTarget.value)}
      />
      <div id="json-fault" role="alert" class="json-fault">
        {draft?.error && (
          <>
            <span class="finding error">
              <Icon name="error" />
              <span>{draft.error} The survey is still as it was.</span>
            </span>
            <button type="button" class="chip" onClick={() => store.set({ jsonDraft: null })}>
              Discard what I typed
            </button>
          </>
        )}
      </div>
    </div>
  )
}
