import type { CardContext } from './cardContext'
import { onSubmit } from './onSubmit'
import { RichText } from './RichText'
import { IDS } from './view'

/** The page before the first question. */
export function Intro({ context }: { context: CardContext }) {
  const { session, translate, act } = context
  const appearance = session.state().survey.appearance ?? {}
  return (
    <form {...onSubmit(() => act(() => session.begin()))}>
      <div class="body">
        <h2 class="title" id={IDS.title} tabIndex={-1} part="question" data-focus>
          {appearance.introScreenHeader || session.state().survey.name}
        </h2>
        <RichText
          text={appearance.introScreenDescription}
          type={appearance.introScreenDescriptionContentType}
        />
      </div>
      <div class="footer">
        <button type="submit" class="btn solid" part="button submit">
          {appearance.introScreenButtonText || translate('start')}
        </button>
      </div>
    </form>
  )
}
