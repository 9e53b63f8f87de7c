import { listen } from '../../lib/native'

/** The event by which pages open and close the widgets of posthog-js. DECISIONS, "Widgets opened by the page". */
const CALL = 'ph:show_survey_widget'

/** Hears which widgets the page opens or closes; what else the event carries, such as a position, is not for us. */
export const onCall = (run: (surveyId: unknown) => void): (() => void) =>
  listen(window, CALL, event => run((event as CustomEvent<{ surveyId?: unknown } | null>).detail?.surveyId))
