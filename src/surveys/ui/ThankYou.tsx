import type { CardContext } from './cardContext'
import { Icon } from './Icon'
import { RichText } from './RichText'
import { IDS } from './view'

/** The thanks at the end. */
export function ThankYou({ context }: { context: CardContext }) {
  const { session, translate: say } = context
  const closes = context.display !== 'inline'
  const appearance = session.state().survey.appearance ?? {}
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        session.dismiss()
      }}
    >
      <div class="body" role="status">
        <div class="badge">
          <Icon name="check" size={20} />
        </div>
        <h2 class="title" id={IDS.title} tabIndex={-1} part="question" data-focus={closes ? undefined : true}>
          {appearance.thankYouMessageHeader || say('thanks')}
        </h2>
        <RichText
          text={appearance.thankYouMessageDescription}
          type={appearance.thankYouMessageDescriptionContentType}
        />
      </div>
      <div class="foot">
        {closes && (
          <button
            type="submit"
            class="btn solid"
            part="button submit"
            // Focus comes here, past the thanks, and not every screen reader reads a status that is there from the start.
            aria-describedby={`${IDS.title} ${IDS.about}`}
            data-focus
          >
            {appearance.thankYouMessageCloseButtonText || say('close')}
          </button>
        )}
      </div>
    </form>
  )
}
