import { useEffect, useRef } from 'preact/hooks'
import type { Page } from '../../page/page'
import { Icon } from './Icon'
import { RichText } from './RichText'
import type { Stage } from './stage'
import { IDS } from './view'

/** How long a thank-you stays that closes by itself. */
const STAYS_MS = 5000

/** The thanks at the end. */
export function Confirmation({ stage }: { stage: Stage }) {
  const { session, say, closable, after } = stage
  const appearance = session.state().survey.appearance ?? {}
  const page = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!appearance.autoDisappear || !after) return
    return closeUnlessRead(page.current!, after, () => session.dismiss())
  }, [])
  return (
    <form
      ref={page}
      onSubmit={event => {
        event.preventDefault()
        session.dismiss()
      }}
    >
      <div class="body" role="status">
        <div class="badge">
          <Icon name="check" size={20} />
        </div>
        <h2
          class="title"
          id={IDS.title}
          tabIndex={-1}
          part="question"
          data-focus={closable ? undefined : true}
        >
          {appearance.thankYouMessageHeader || say('thanks')}
        </h2>
        <RichText
          text={appearance.thankYouMessageDescription}
          type={appearance.thankYouMessageDescriptionContentType}
        />
      </div>
      <div class="foot">
        {closable && (
          <button type="submit" class="btn solid" part="button submit" data-focus>
            {appearance.thankYouMessageCloseButtonText || say('close')}
          </button>
        )}
      </div>
    </form>
  )
}

/**
 * Closes after a while in which nobody pointed at it or moved focus in it. A pointer that merely rests where the submit button
 * was, and the focus we set ourselves, are no sign of reading.
 */
function closeUnlessRead(page: HTMLElement, after: Page['after'], close: () => void): () => void {
  let stop = after(STAYS_MS, close)
  const pause = () => stop()
  const resume = () => {
    stop()
    stop = after(STAYS_MS, close)
  }
  const card = page.closest('.card') ?? page
  const rounds = [
    ['pointermove', pause],
    ['keydown', pause],
    ['pointerleave', resume],
    ['focusout', resume],
  ] as const
  for (const [type, run] of rounds) card.addEventListener(type, run)
  return () => {
    stop()
    for (const [type, run] of rounds) card.removeEventListener(type, run)
  }
}
