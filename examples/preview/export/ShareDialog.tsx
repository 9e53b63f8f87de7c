import { useEffect, useState } from 'preact/hooks'
import { useStore, useSurvey } from '../state/store'
import { Dialog } from '../ui/Dialog'
import { fileName, formatJson, managementSurvey, omittedFields } from './managementJson'
import { createShareLink } from './shareLink'

/** The survey to take along: as a link, and as JSON for the management API. */
export function ShareDialog() {
  const store = useStore()
  const survey = useSurvey()
  const [link, setLink] = useState('')
  useEffect(() => {
    void createShareLink(location.href, JSON.stringify(survey)).then(setLink)
  }, [survey])
  const json = formatJson(managementSurvey(survey))
  const omitted = omittedFields(survey)
  return (
    <Dialog title="Take it along" onClose={() => store.set({ dialog: null })}>
      <section class="take">
        <h3>A link</h3>
        <p class="hint">The survey is in the link itself. Nobody keeps it but those who have the link.</p>
        <div class="copy-row">
          <input class="code" readOnly value={link} aria-label="Link to this survey" onFocus={selectAll} />
          <CopyButton text={link} label="link" />
        </div>
        {link.length > 8000 && (
          <p class="hint">It has {link.length} characters; some chat programs cut links that long.</p>
        )}
      </section>
      <section class="take">
        <h3>For the management API</h3>
        <p class="hint">
          The body of <code>POST /api/projects/:project_id/surveys/</code>.
          {omitted.length > 0 &&
            ` It does not take ${omitted.join(', ')}: those are in the link and in the JSON tab.`}
        </p>
        <textarea
          class="code"
          rows={12}
          readOnly
          value={json}
          aria-label="JSON for the management API"
          onFocus={selectAll}
        />
        <div class="copy-row end">
          <a
            class="button"
            download={fileName(survey)}
            href={`data:application/json;charset=utf-8,${encodeURIComponent(json)}`}
          >
            Download
          </a>
          <CopyButton text={json} label="JSON" />
        </div>
      </section>
    </Dialog>
  )
}

const selectAll = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
  event.currentTarget.select()

/** Copies, and says so. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(''), 2000)
    return () => clearTimeout(timer)
  }, [message])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage('Copied')
    } catch {
      // No permission, or no secure page: the text can still be selected by hand.
      setMessage('Select it and copy it by hand')
    }
  }
  return (
    <button type="button" class="button primary" onClick={copy}>
      <span aria-live="polite">{message || `Copy ${label}`}</span>
    </button>
  )
}
