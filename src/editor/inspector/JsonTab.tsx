import { formatJson } from '../export/managementJson'
import { parseSurvey } from '../import/parseSurvey'
import { useEditorState, useStore } from '../state/store'
import { Icon } from '../ui/Icon'

/** Edits the survey as JSON. Invalid text is kept as a draft and leaves the survey unchanged. */
export function JsonTab() {
  const store = useStore()
  const { history, jsonDraft } = useEditorState()
  const survey = history.present
  const edit = (text: string) => {
    const result = parseSurvey(text, () => store.get().history.present.id)
    if ('error' in result) return store.set({ jsonDraft: { text, error: result.error } })
    store.edit(result.survey, 'json')
    // Keeps the author's own white space.
    store.set({ jsonDraft: formatJson(result.survey) === text ? null : { text, error: '' } })
  }
  return (
    <div class="section json">
      <label for="json" class="visually-hidden">
        Survey as JSON
      </label>
      <textarea
        id="json"
        class="code"
        spellcheck={false}
        autocapitalize="off"
        value={jsonDraft?.text ?? formatJson(survey)}
        aria-invalid={jsonDraft?.error ? true : undefined}
        aria-describedby="json-error"
        onInput={event => edit(event.currentTarget.value)}
      />
      <div id="json-error" role="alert" class="json-error">
        {jsonDraft?.error && (
          <>
            <span class="finding error">
              <Icon name="error" />
              <span>{`${jsonDraft.error}\nThe survey was not changed.`}</span>
            </span>
            <button type="button" class="chip" onClick={() => store.set({ jsonDraft: null })}>
              Discard changes
            </button>
          </>
        )}
      </div>
    </div>
  )
}
