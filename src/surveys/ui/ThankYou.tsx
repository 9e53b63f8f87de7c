import type { CardContext } from './cardContext'
import { Icon } from './Icon'
import { onSubmit } from './onSubmit'
import { RichText } from './RichText'
import { IDS } from './view'

/** The page after the last question. */
export function ThankYou({ context }: { context: CardContext }) {
  const { session, translate } = context
  const hasButton = context.display !== 'inline'
  const appearance = session.state().survey.appearance ?? {}
  return (
    <form {...onSubmit(session.dismiss)}>
      <div class="body" role="status">
        <div class="badge">
          <Icon name="check" size={20} />
        </div>
        <h2
          class="title"
          id={IDS.title}
          tabIndex={-1}
          part="question"
          data-focus={hasButton ? undefined : true}
        >
          {appearance.thankYouMessageHeader || translate('thanks')}
        </h2>
        <RichText
          text={appearance.thankYouMessageDescription}
          type={appearance.thankYouMessageDescriptionContentType}
        />
      </div>
      <div class="footer">
        {hasButton && (
          <button
            type="submit"
            class="btn solid"
            part="button submit"
            // The button gets the focus, and not every screen reader reads a status that is there from the start.
            aria-describedby={`${IDS.title} ${IDS.desc}`}
            data-focus
          >
            {appearance.thankYouMessageCloseButtonText || translate('close')}
          </button>
        )}
      </div>
    </form>
  )
}
