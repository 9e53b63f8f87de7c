import { listen } from '../../lib/native'

/** The event by which websites open and close the widgets of posthog-js. See D-139. */
const TOGGLE_EVENT = 'ph:show_survey_widget'

/**
 * Listens for the website opening or closing a widget. Other details of the event, such as a position, are ignored.
 *
 * @returns A function that removes the listener.
 */
export const onWidgetToggle = (listener: (surveyId: unknown) => void): (() => void) =>
  listen(window, TOGGLE_EVENT, event =>
    listener((event as CustomEvent<{ surveyId?: unknown } | null>).detail?.surveyId),
  )
