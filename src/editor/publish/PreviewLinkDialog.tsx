import { useState } from 'preact/hooks'
import { CopyButton } from '../ui/CopyButton'
import { Dialog } from '../ui/Dialog'
import type { Publisher } from './createPublisher'
import { previewUrl } from './previewUrl'
import { usePublisherState } from './publisherContext'

/** Key of `localStorage` with the page that was previewed last. */
const PAGE_KEY = 'earshot_editor_page'

/** Creates a link that shows the survey on a page of the author, to the author alone. */
export function PreviewLinkDialog({ publisher, onClose }: { publisher: Publisher; onClose(): void }) {
  const { remote, saving } = usePublisherState(publisher)
  const [page, setPage] = useState(() => localStorage.getItem(PAGE_KEY) ?? '')
  const [link, setLink] = useState<{ href: string; expiresAt: string } | null>(null)
  const [error, setError] = useState('')
  const isUnpublished = saving.kind !== 'saved' && !!remote?.start_date
  const create = async () => {
    setError('')
    setLink(null)
    if (!previewUrl(page, ''))
      return setError('Write the whole URL of a page, such as https://shop.example/.')
    // A draft is shown as it is in the editor.
    if (!remote!.start_date && !(await publisher.publish()))
      return setError('The draft could not be saved, so that the link would show an older one.')
    try {
      const { token, expires_at } = await publisher.api.previewToken(remote!.id)
      localStorage.setItem(PAGE_KEY, page)
      setLink({ href: previewUrl(page, token)!, expiresAt: expires_at })
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <Dialog title="Open on my page" onClose={onClose}>
      <form
        class="share-section"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void create()
        }}
      >
        <p class="hint">
          The link shows the survey on your page, to you alone and without its conditions. Answers are not
          sent. It works for one hour.
        </p>
        {isUnpublished && <p>The link shows the published version. Your changes are not part of it.</p>}
        <label class="field">
          <span>URL of the page</span>
          <input
            type="text"
            inputMode="url"
            autocomplete="url"
            spellcheck={false}
            value={page}
            placeholder="https://shop.example/"
            aria-describedby="preview-link-error"
            aria-invalid={error ? true : undefined}
            onInput={event => setPage(event.currentTarget.value)}
          />
        </label>
        <div id="preview-link-error" role="alert">
          {error && <span class="finding error">{error}</span>}
        </div>
        <div class="copy-row align-end">
          <button type="submit" class="button primary">
            Create link
          </button>
        </div>
      </form>
      {link && (
        <section class="share-section">
          <h3>Link</h3>
          <p class="hint">Valid until {new Date(link.expiresAt).toLocaleTimeString()}.</p>
          <div class="copy-row">
            <input class="code" readOnly value={link.href} aria-label="Preview link" />
            <CopyButton text={link.href} label="link" />
            <a class="button" href={link.href} target="_blank" rel="noopener noreferrer">
              Open
            </a>
          </div>
        </section>
      )}
    </Dialog>
  )
}
