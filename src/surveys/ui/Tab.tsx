import { render } from 'preact'
import type { Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { inVisitorsLanguage } from '../translate'
import { directionOf } from './direction'
import { keepUsable } from './keepUsable'
import { createMount } from './mount'
import { followTheme } from './theme'
import { createWords } from './words'

/**
 * Puts a button at the edge of the window that asks for the survey.
 *
 * @param onOpen Gets the button: what the survey stands next to, and where focus goes back to.
 * @returns What takes it off the page.
 */
export function showTab(definition: Survey, host: SurveyHost, onOpen: (button: Element) => void): () => void {
  const settings = host.settings()
  const { survey, language } = inVisitorsLanguage(definition, host)
  const appearance = survey.appearance ?? {}
  const mount = createMount(document, { surveyId: survey.id, display: 'tab', nonce: settings.nonce })
  const say = createWords(settings.survey_words, language ?? document.documentElement.lang)
  render(
    <button
      type="button"
      class={`tab ${appearance.tabPosition ?? 'right'}`}
      part="tab"
      lang={language ?? undefined}
      dir={directionOf(language, document.documentElement)}
      aria-haspopup="dialog"
      aria-expanded="false"
      onClick={event => onOpen(event.currentTarget)}
    >
      {appearance.widgetLabel || say('feedback')}
    </button>,
    mount.place,
  )
  let stopTheme: (() => void) | undefined
  const stopKeeping = keepUsable(mount.host, {
    joins: false,
    onChange: () => {
      if (stopTheme || !mount.host.isConnected) return
      stopTheme = followTheme(mount.host, appearance, settings.survey_color_scheme)
      mount.place.hidden = false
    },
  })
  return () => {
    stopKeeping()
    stopTheme?.()
    render(null, mount.place)
    mount.unmount()
  }
}
