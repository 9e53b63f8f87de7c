import { attempt } from '../../lib/attempt'
import type { SurveyHost, SurveyRuntime } from '../host'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import type { OpenSurveys } from './openSurveys'

/**
 * Creates the buttons of widgets: tabs that we draw, and elements of the page that open a survey when they are clicked.
 *
 * See D-139.
 */
export function createWidgets(runtime: SurveyRuntime, host: SurveyHost, openSurveys: OpenSurveys) {
  const buttons = new Map<string, { prepared: PreparedSurvey; remove: () => void }>()

  /** Opens the survey, or hides it when it is open. Several widgets can be open at a time. */
  function toggle(prepared: PreparedSurvey, anchor: Element | string | undefined, isTab = false) {
    const { position } = prepared.survey.appearance
    const open = openSurveys.find(prepared.key, 'widget')
    if (open) openSurveys.hide(placement => placement === open)
    else
      openSurveys.open(
        { prepared, role: 'widget', automatic: true },
        {
          display: 'popover',
          anchor,
          opened: true,
          // `right` is what the service sets where the author has chosen nothing.
          position: isTab && (position ?? 'right') === 'right' ? 'next_to_trigger' : undefined,
        },
      )
  }

  /** @returns A function that removes the button; `undefined` for the legacy widget type `button`, which has none. */
  function createButton(prepared: PreparedSurvey): (() => void) | undefined {
    const { widgetType, widgetSelector } = prepared.survey.appearance
    const onOpen = (anchor: Element) => toggle(prepared, anchor, widgetType === 'tab')
    if (widgetType === 'tab') return runtime.tab(prepared.survey, host, onOpen)
    if (widgetType !== 'selector' || !widgetSelector) return undefined
    // An invalid selector throws. A button that does nothing keeps this from being reported at each update.
    return attempt(
      () => host.page.onClick(widgetSelector, onOpen),
      () => {},
      () => host.emitError('survey_condition_invalid', { id: prepared.survey.id }),
    )
  }

  const unsubscribe = runtime.onWidgetToggle(id => {
    for (const { prepared } of buttons.values())
      if (prepared.survey.id === id) toggle(prepared, prepared.survey.appearance.widgetSelector)
  })

  /** Makes exactly these surveys have a button. An open survey keeps its button. */
  function update(surveys: readonly PreparedSurvey[]) {
    for (const [key, { prepared, remove }] of buttons) {
      // A newer list contains another object for the same survey, whose button may have another label.
      if (surveys.includes(prepared) || openSurveys.find(key, 'widget')) continue
      buttons.delete(key)
      remove()
    }
    for (const prepared of surveys) {
      const remove = buttons.has(prepared.key) ? undefined : createButton(prepared)
      if (remove) buttons.set(prepared.key, { prepared, remove })
    }
  }

  return {
    update,
    stop() {
      unsubscribe()
      update([])
    },
  }
}
