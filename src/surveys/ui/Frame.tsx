import type { ComponentChildren } from 'preact'
import type { CardContext } from './cardContext'
import { HOTKEY } from './hotkey'
import { Icon } from './Icon'
import { isComposing } from './isComposing'
import { isLogoUrl } from './isLogoUrl'
import { IDS } from './view'

interface FrameProps {
  context: CardContext
  /** Key of the page inside. */
  page: string
  /** Whether another page was shown before. */
  isFollowUp: boolean
  children: ComponentChildren
}

/** The card around a page: a dialog that leaves the website usable, or a region of the website when it is inline. */
export function Frame({ context, page, isFollowUp, children }: FrameProps) {
  const { session, translate, closable, display, dir } = context
  const isQuestion = session.state().page === 'question'
  const { step, of } = session.progress()
  const logo = session.state().survey.appearance?.logo
  const progress = isQuestion && of > 1 ? translate('progress', step, of) : ''
  return (
    // biome-ignore-start lint/a11y: it has one of two roles, and both take a name and keys; a dialog element would bring its own.
    <div
      class={`card ${display} ${context.position}`}
      part="card"
      role={display === 'popover' ? 'dialog' : 'region'}
      aria-labelledby={IDS.title}
      dir={dir}
      lang={context.language}
      aria-keyshortcuts={display === 'popover' ? HOTKEY : undefined}
      onKeyDown={event => {
        // An input method also uses Escape, to give up a character.
        if (event.key !== 'Escape' || isComposing(event) || display !== 'popover') return
        session.dismiss()
      }}
    >
      {/* biome-ignore-end lint/a11y: only the card itself is meant. */}
      {isLogoUrl(logo) && (
        // The policy first: an image is requested as soon as it has a source.
        <img class="logo" part="logo" alt="" referrerpolicy="no-referrer" src={logo} />
      )}
      {progress && (
        <div
          class="progress"
          role="progressbar"
          aria-labelledby={IDS.progress}
          aria-valuemax={of}
          aria-valuenow={step}
          part="progress"
        >
          {/* Not a label: as a description, a progress bar with one is read as its number. */}
          <span hidden id={IDS.progress} key={progress}>
            {progress}
          </span>
          <i style={{ width: `${(100 * step) / of}%` }} />
        </div>
      )}
      {closable && (
        <button
          type="button"
          class="close"
          part="close"
          aria-label={translate('close_survey')}
          onClick={() => session.dismiss()}
        >
          <Icon name="close" size={18} />
        </button>
      )}
      <div key={page} class={isFollowUp ? 'page next' : 'page'}>
        {children}
      </div>
      {/* Only the author of a survey sees it, so it is not among the words of visitors. */}
      {context.isPreview && (
        <p class="hint" lang="en">
          Preview: answers are not sent
        </p>
      )}
    </div>
  )
}
