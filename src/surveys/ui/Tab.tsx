import { render } from 'preact'
import type { Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import type { Translated } from '../session/translate'
import type { CardOptions } from './createCard'
import { createMount } from './createMount'
import { directionOf } from './direction'
import { keepMounted } from './keepMounted'
import { createTranslate } from './messages'
import { keepThemed } from './theme'

interface TabOptions extends Pick<CardOptions, 'parent' | 'overrides'> {
  /** Called with the button when it is clicked. */
  onOpen(button: Element): void
}

/** Draws the button of a widget into a container. */
export function drawTab(
  container: Element,
  { survey, language }: Translated<Survey>,
  { parent, overrides, onOpen }: TabOptions,
): void {
  const { tabPosition, widgetLabel } = survey.appearance ?? {}
  const translate = createTranslate(overrides, language ?? parent.closest<HTMLElement>('[lang]')?.lang ?? '')
  render(
    <button
      type="button"
      class={`tab ${tabPosition ?? 'right'}`}
      part="tab"
      lang={language ?? undefined}
      dir={directionOf(language, parent)}
      aria-haspopup="dialog"
      aria-expanded="false"
      onClick={event => onOpen(event.currentTarget)}
    >
      {/* WebKit applies vertical writing only inside a button. */}
      <span>{widgetLabel || translate('feedback')}</span>
    </button>,
    container,
  )
}

/**
 * Shows a button at the edge of the window that opens the survey.
 *
 * @param onOpen Called with the button: the survey is placed next to it, and gives focus back to it.
 * @returns A function that removes the button.
 */
export function showTab(
  translated: Translated<Survey>,
  host: SurveyHost,
  onOpen: (button: Element) => void,
): () => void {
  const settings = host.config()
  const { survey } = translated
  const mount = createMount(document, { surveyId: survey.id, display: 'tab', nonce: settings.nonce })
  drawTab(mount.container, translated, {
    parent: document.documentElement,
    overrides: settings.survey_words,
    onOpen,
  })
  let stopTheme: (() => void) | undefined
  const stopMounting = keepMounted(mount.host, {
    joins: false,
    onChange: () => {
      if (stopTheme || !mount.host.isConnected) return
      stopTheme = keepThemed(mount.host, survey.appearance ?? {}, settings.survey_color_scheme)
      mount.container.hidden = mount.isUnstyled()
    },
  })
  return () => {
    stopMounting()
    stopTheme?.()
    render(null, mount.container)
    mount.unmount()
  }
}
