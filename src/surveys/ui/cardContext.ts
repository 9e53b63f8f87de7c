import type { SurveyPosition } from '../../wire/survey'
import type { SurveySession } from '../session/surveySession'
import type { Translate } from './messages'

/** What every page of a survey needs to know of the place it is played in. */
export interface CardContext {
  session: SurveySession
  translate: Translate
  /** A preview looks like a popover and stands in the text like an inline one. */
  display: 'popover' | 'inline' | 'preview'
  position: SurveyPosition | 'end'
  dir: 'ltr' | 'rtl'
  /** Of the texts; `undefined` when they are in the language of the survey's author, which nobody told us. */
  language: string | undefined
  /** There is an X. */
  closable: boolean
  /** Does what the visitor asked for; a page that comes of it takes the focus. */
  act(run: () => void): void
}
