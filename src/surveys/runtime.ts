import { createDisplay } from './display/displayManager'
import type { SurveyRuntime } from './host'
import { createSession } from './session/createSession'
import { onWidgetToggle } from './ui/onWidgetToggle'
import { showSurvey } from './ui/showSurvey'
import { showTab } from './ui/Tab'

/** What the client loads when a survey is about to open. */
export const surveyRuntime: SurveyRuntime = {
  createDisplay,
  show: showSurvey,
  tab: showTab,
  onWidgetToggle,
  session: createSession,
}
