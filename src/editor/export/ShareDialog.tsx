import { useEffect, useState } from 'preact/hooks'
import { useStore, useSurvey } from '../state/store'
import { CopyButton } from '../ui/CopyButton'
import { Dialog } from '../ui/Dialog'
import { fileName, formatJson, managementSurvey, omittedFields } from './managementJson'
import { createShareLink } from './shareLink'

/** Exports the survey as a link and as JSON for the management API. */
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
    <Dialog title="Share" onClose={() => store.set({ dialog: null })}>
      <section class="share-section">
        <h3>Link</h3>
        <p class="hint">The link contains the whole survey. Nothing is stored on a server.</p>
        <div class="copy-row">
          <input class="code" readOnly value={link} aria-label="Link to this survey" onFocus={selectAll} />
          <CopyButton text={link} label="link" />
        </div>
        {link.length > 8000 && (
          <p class="hint">
            The link has {link.length} characters. Some programs truncate links of this length.
          </p>
        )}
      </section>
      <section class="share-section">
        <h3>Management API</h3>
        <p class="hint">
          Request body of <code>POST /api/projects/:project_id/surveys/</code>.
          {omitted.length > 0 &&
            ` Not included, because the API does not accept them: ${omitted.join(', ')}.`}
        </p>
        <textarea
          class="code"
          rows={12}
          readOnly
          value={json}
          aria-label="JSON for the management API"
          onFocus={selectAll}
        />
        <div class="copy-row align-end">
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
