import type { SurveyPosition } from '../../wire/survey'
import type { SurveySession } from '../session/surveySession'
import type { Translate } from './messages'

/** What every page of a card gets. */
export interface CardContext {
  session: SurveySession
  translate: Translate
  /** A preview looks like a popover, and is laid out in the page like an inline survey. */
  display: 'popover' | 'inline' | 'preview'
  position: SurveyPosition
  dir: 'ltr' | 'rtl'
  /** The language of the texts; `undefined` when it is not known. */
  language: string | undefined
  /** Whether there is a close button. */
  closable: boolean
  /** Whether the author sees a preview on the page, whose answers are not sent. */
  isPreview?: boolean | undefined
  /** Runs an action of the visitor. When it leads to another page, that page gets the focus. */
  act(action: () => void): void
}
