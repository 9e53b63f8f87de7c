import { createDirector } from '../createDirector'
import { createSession } from '../createSession'
import type { SurveyRuntime } from '../host'
import { onCall } from './onCall'
import { showSurvey } from './show'
import { showTab } from './Tab'

/** What the client loads when a survey is about to open. */
export const surveyRuntime: SurveyRuntime = {
  direct: createDirector,
  show: showSurvey,
  tab: showTab,
  onCall,
  session: createSession,
}
