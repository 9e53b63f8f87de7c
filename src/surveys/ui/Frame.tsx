import type { ComponentChildren } from 'preact'
import type { CardContext } from './cardContext'
import { Icon } from './Icon'
import { isComposing } from './isComposing'
import { IDS } from './view'

interface FrameProps {
  context: CardContext
  /** Tells the page inside from the one before. */
  page: string
  /** The page came after another. */
  isFollowUp: boolean
  children: ComponentChildren
}

/** The card around a page: a dialog that leaves the page behind it usable, or a region of that page when it is inline. */
export function Frame({ context, page, isFollowUp, children }: FrameProps) {
  const { session, translate: say, closable, display, dir } = context
  const isQuestion = session.state().page === 'question'
  const { step, of } = session.progress()
  const steps = isQuestion && of > 1 ? say('progress', step, of) : ''
  return (
    // biome-ignore-start lint/a11y: it has one of two roles, and both take a name and keys; a dialog element would bring its own.
    <div
      class={`card ${display} ${context.position}`}
      part="card"
      role={display === 'popover' ? 'dialog' : 'region'}
      aria-labelledby={IDS.title}
      dir={dir}
      lang={context.language}
      onKeyDown={event => {
        // Escape that ends the choice of a character in an input method is not for us.
        if (event.key !== 'Escape' || isComposing(event) || display !== 'popover') return
        session.dismiss()
      }}
    >
      {/* biome-ignore-end lint/a11y: only the card itself is meant. */}
      {steps && (
        <div
          class="bar"
          role="progressbar"
          aria-label={steps}
          aria-valuemax={of}
          aria-valuenow={step}
          part="progress"
        >
          <i style={{ width: `${(100 * step) / of}%` }} />
        </div>
      )}
      {closable && (
        <button
          type="button"
          class="close"
          part="close"
          aria-label={say('close_survey')}
          onClick={() => session.dismiss()}
        >
          <Icon name="close" size={18} />
        </button>
      )}
      <div key={page} class={isFollowUp ? 'page moved' : 'page'}>
        {children}
      </div>
    </div>
  )
}
