// biome-ignore-all assist/source/organizeImports: the user interface stands first, which compresses better by a percent.
import { showSurvey } from './ui/showSurvey'
import { createDisplay } from './display/displayManager'
import type { SurveyRuntime } from './host'
import { createSession } from './session/createSession'
import { translateForVisitor } from './session/translate'
import { hasPopoverInOtherFrame } from './ui/frames'
import { onWidgetToggle } from './ui/onWidgetToggle'
import { showTab } from './ui/Tab'

/** Everything that the client loads when a survey is about to open. See D-126. */
export const surveyRuntime: SurveyRuntime = {
  createDisplay,
  show: (survey, host, options) => showSurvey(createSession(survey, host, options), host, options),
  tab: (survey, host, onOpen) => showTab(translateForVisitor(survey, host), host, onOpen),
  onWidgetToggle,
  hasPopoverInOtherFrame,
  session: createSession,
}
