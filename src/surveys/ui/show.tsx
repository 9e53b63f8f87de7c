import { render } from 'preact'
import type { Survey } from '../../wire/survey'
import { createSession } from '../createSession'
import type { ShownSurvey, ShowOptions, SurveyHost } from '../host'
import type { SessionState } from '../session'
import { createAnnouncer } from './announce'
import { Card } from './Card'
import { followAnchor, liftAboveKeyboard } from './follow'
import { keepFocus } from './keepFocus'
import { keepUsable } from './keepUsable'
import { createMount } from './mount'
import { followTheme } from './theme'
import { createWords } from './words'

/** The time a closing card takes to fade; `styles.ts` has the same. */
const FADE_MS = 160

/** The first match of a selector; nothing for one that is none. */
function elementOf(target: Element | string | undefined): Element | undefined {
  if (typeof target !== 'string') return target
  try {
    return document.querySelector(target) ?? undefined
  } catch {
    // Not a selector: as if nothing matched it.
    return undefined
  }
}

/** What a survey is about, in a few words. */
const titleOf = ({ survey, page, index }: SessionState) =>
  (page === 'intro' ? survey.appearance?.introScreenHeader : survey.questions[index]?.question) ||
  survey.name ||
  ''

/**
 * Puts a survey on the page: beside it, as a dialog that leaves the page usable, or inside a container of the page.
 *
 * Reports `survey shown` once it can be seen and used. Never throws; where there is no body yet, it waits for one.
 */
export function showSurvey(definition: Survey, host: SurveyHost, options: ShowOptions): ShownSurvey {
  const { page } = host
  const settings = host.settings()
  const session = createSession(definition, host, options)
  const { survey } = session.state()
  const appearance = survey.appearance ?? {}
  const inline = options.display === 'inline'
  const opened = options.opened === true
  const container = elementOf(options.container)
  const anchor = elementOf(options.anchor)
  const mount = createMount(document, {
    surveyId: survey.id,
    display: options.display,
    nonce: settings.nonce,
  })
  const announce = createAnnouncer(mount.root, page.after)
  const returnFocus = keepFocus(mount.root, anchor)
  const stops: (() => void)[] = []
  let dressed = false
  let shown = false
  let removed = false

  /** Does what needs the survey to be in the document. */
  function dress() {
    dressed = true
    stops.push(followTheme(mount.host, appearance, settings.survey_color_scheme))
    const card = mount.place.firstElementChild as HTMLElement | null
    if (inline || !card) return
    stops.push(liftAboveKeyboard(mount.host))
    const position = options.position ?? appearance.position
    if (position === 'next_to_trigger' && anchor) {
      stops.push(followAnchor(mount.host, card, anchor))
    }
  }

  function see(usable: boolean) {
    if (!dressed && mount.host.isConnected) dress()
    if (shown || !usable || !page.visible()) return
    shown = true
    session.shown()
    if (opened || inline) return
    const state = session.state()
    const say = createWords(settings.survey_words, state.language ?? document.documentElement.lang)
    stops.push(announce(say('announce', titleOf(state)), state.language))
  }

  function remove() {
    if (removed) return
    removed = true
    for (const stop of stops) stop()
    returnFocus()
    render(null, mount.place)
    mount.unmount()
    options.onClosed?.()
  }

  function close() {
    returnFocus()
    mount.place.inert = true
    mount.host.dataset.leaving = ''
    const fades = !inline && shown && !matchMedia('(prefers-reduced-motion: reduce)').matches
    stops.push(page.after(fades ? FADE_MS : 0, remove))
  }

  render(
    <Card
      session={session}
      overrides={settings.survey_words}
      display={options.display}
      position={options.position ?? appearance.position ?? 'end'}
      closable={!inline && appearance.hideCancelButton !== true}
      after={page.after}
      around={container ?? document.body ?? document.documentElement}
      takesFocus={opened}
    />,
    mount.place,
  )
  if (session.state().page === 'closed') {
    close()
    return { session, remove }
  }
  stops.push(
    session.subscribe(() => {
      if (session.state().page === 'closed') close()
    }),
  )
  let usable = false
  stops.push(page.on('visible', () => see(usable)))
  const change = (now: boolean) => {
    usable = now
    see(now)
  }
  if (inline) {
    container?.append(mount.host)
    change(mount.host.isConnected)
  } else stops.push(keepUsable(mount.host, { joins: opened, onChange: change }))
  return { session, remove }
}
