import { useApp, useStore } from '../store'
import { asText } from '../take/managementJson'
import { readSurvey } from '../take/readSurvey'
import { Icon } from '../ui/Icon'

/** The survey as JSON. What is no survey yet stays as it was typed, and the survey as it was before. */
export function JsonTab() {
  const store = useStore()
  const { history, draft } = useApp()
  const survey = history.present
  const type = (text: string) => {
    const reading = readSurvey(text, () => store.get().history.present.id)
    if ('fault' in reading) return store.set({ draft: { text, fault: reading.fault } })
    store.edit(reading.survey, 'json')
    // Spaces and line breaks are the author's.
    store.set({ draft: asText(reading.survey) === text ? null : { text, fault: '' } })
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
        value={draft?.text ?? asText(survey)}
        aria-invalid={draft?.fault ? true : undefined}
        aria-describedby="json-fault"
        onInput={event => type(event.currentTarget.value)}
      />
      <div id="json-fault" role="alert" class="json-fault">
        {draft?.fault && (
          <>
            <span class="finding error">
              <Icon name="error" />
              <span>{draft.fault} The survey is still as it was.</span>
            </span>
            <button type="button" class="chip" onClick={() => store.set({ draft: null })}>
              Discard what I typed
            </button>
          </>
        )}
      </div>
    </div>
  )
}
