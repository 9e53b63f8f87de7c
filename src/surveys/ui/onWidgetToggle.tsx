import { listen } from '../../lib/native'

/** The event by which pages open and close the widgets of posthog-js. DECISIONS, "Widgets opened by the page". */
const TOGGLE_EVENT = 'ph:show_survey_widget'

/** Hears which widgets the page opens or closes; what else the event carries, such as a position, is not for us. */
export const onWidgetToggle = (run: (surveyId: unknown) => void): (() => void) =>
  listen(window, TOGGLE_EVENT, event =>
    run((event as CustomEvent<{ surveyId?: unknown } | null>).detail?.surveyId),
  )
