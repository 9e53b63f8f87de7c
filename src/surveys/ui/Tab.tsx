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

/**
 * Draws the button of a tab.
 *
 * @param options.around Where on the page it is; see `CardOptions`.
 */
export function drawTab(
  container: Element,
  { survey, language }: Translated<Survey>,
  {
    around,
    overrides,
    onOpen,
  }: Pick<CardOptions, 'around' | 'overrides'> & { onOpen(button: Element): void },
): void {
  const { tabPosition, widgetLabel } = survey.appearance ?? {}
  const say = createTranslate(overrides, language ?? around.closest<HTMLElement>('[lang]')?.lang ?? '')
  render(
    <button
      type="button"
      class={`tab ${tabPosition ?? 'right'}`}
      part="tab"
      lang={language ?? undefined}
      dir={directionOf(language, around)}
      aria-haspopup="dialog"
      aria-expanded="false"
      onClick={event => onOpen(event.currentTarget)}
    >
      {/* WebKit writes the text of a button downwards only from within. */}
      <span>{widgetLabel || say('feedback')}</span>
    </button>,
    container,
  )
}

/**
 * Puts a button at the edge of the window that asks for the survey.
 *
 * @param onOpen Gets the button: what the survey stands next to, and where focus goes back to.
 * @returns What takes it off the page.
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
    around: document.documentElement,
    overrides: settings.survey_words,
    onOpen,
  })
  let stopTheme: (() => void) | undefined
  const stopKeeping = keepMounted(mount.host, {
    joins: false,
    onChange: () => {
      if (stopTheme || !mount.host.isConnected) return
      stopTheme = keepThemed(mount.host, survey.appearance ?? {}, settings.survey_color_scheme)
      mount.container.hidden = false
    },
  })
  return () => {
    stopKeeping()
    stopTheme?.()
    render(null, mount.container)
    mount.unmount()
  }
}
