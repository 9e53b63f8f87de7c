import { render } from 'preact'
import { attempt } from '../../lib/attempt'
import type { Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import type { Translated } from '../session/translate'
import { languageOf } from '../words/languageOf'
import { createMount } from './createMount'
import { createWords, type SurveyWords } from './createWords'
import { directionOf } from './direction'
import { keepMounted } from './keepMounted'
import { keepThemed } from './theme'

interface TabOptions {
  words: SurveyWords
  /** The element around the tab. Its direction applies when that of the survey is unknown. */
  parent: Element
  /** Called with the button when it is clicked. */
  onOpen(button: Element): void
}

/** Draws the button of a widget into a container. */
export function drawTab(
  container: Element,
  translated: Translated<Survey>,
  { words, parent, onOpen }: TabOptions,
): void {
  const { tabPosition, widgetLabel } = translated.survey.appearance ?? {}
  const language = languageOf(translated)
  const label = widgetLabel || words.translateFor(translated)('feedback')
  render(
    <button
      type="button"
      class={`tab ${tabPosition ?? 'right'}`}
      part="tab"
      lang={language || undefined}
      dir={directionOf(language, label, parent)}
      aria-haspopup="dialog"
      aria-expanded="false"
      onClick={event => onOpen(event.currentTarget)}
    >
      {/* WebKit applies vertical writing only inside a button. */}
      <span>{label}</span>
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
  const parent = attempt(() => document.documentElement) ?? document.body
  const mount = createMount(document, { surveyId: survey.id, display: 'tab', nonce: settings.nonce })
  let stopTheme: (() => void) | undefined
  const words = createWords(host, {
    overrides: settings.survey_words,
    parent,
    onReady() {
      draw()
      showWhenReady()
    },
  })
  const draw = () => drawTab(mount.container, translated, { words, parent, onOpen })
  const showWhenReady = () => {
    if (stopTheme || words.isLoading() || !mount.host.isConnected) return
    stopTheme = keepThemed(mount.host, survey.appearance ?? {}, settings.survey_color_scheme)
    mount.container.hidden = mount.isUnstyled()
  }
  draw()
  const stopMounting = keepMounted(mount.host, { joins: false, onChange: showWhenReady })
  return () => {
    stopMounting()
    stopTheme?.()
    render(null, mount.container)
    mount.unmount()
  }
}
