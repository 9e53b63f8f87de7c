import type { Survey } from '../../wire/survey'
import { createSession } from '../createSession'
import type { ShownSurvey, ShowOptions, SurveyHost } from '../host'
import type { SessionState } from '../session'
import { createAnnouncer } from './announce'
import { closeUnlessRead } from './closeUnlessRead'
import { createCard } from './createCard'
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

/** Tells a screen reader that the button has opened something; the result takes it back. */
function expand(button: Element | undefined): () => void {
  if (!button?.matches('button, [role=button]')) return () => {}
  button.setAttribute('aria-expanded', 'true')
  return () => button.setAttribute('aria-expanded', 'false')
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
  const speak = createAnnouncer(mount.root, page.after)
  const returnFocus = keepFocus(mount.root, anchor)
  const position = options.position ?? appearance.position ?? 'end'
  const card = createCard(mount.place, {
    session,
    overrides: settings.survey_words,
    display: options.display,
    position,
    around: container ?? document.body ?? document.documentElement,
    closable: !inline && appearance.hideCancelButton !== true,
  })
  const stops: (() => void)[] = []
  let usable = false
  let dressed = false
  let shown = false
  let thanked = false
  let removed = false

  /** Does what needs the survey to be in the document. */
  function dress() {
    dressed = true
    stops.push(followTheme(mount.host, appearance, settings.survey_color_scheme))
    mount.place.hidden = mount.isNaked()
    if (inline) return
    stops.push(liftAboveKeyboard(mount.host))
    if (position === 'next_to_trigger' && anchor) stops.push(followAnchor(mount.host, card.element, anchor))
  }

  function see() {
    if (!dressed && mount.host.isConnected) dress()
    if (dressed && mount.isNaked()) {
      host.report('survey_styles_blocked')
      return session.hide()
    }
    if (shown || !usable || !page.visible()) return
    shown = true
    session.shown()
    if (opened) {
      card.focus()
      stops.push(expand(anchor))
    } else if (!inline) announce()
  }

  function announce() {
    const state = session.state()
    const say = createWords(settings.survey_words, state.language ?? document.documentElement.lang)
    stops.push(speak(say('announce', titleOf(state)), state.language))
  }

  function follow() {
    const state = session.state()
    if (state.page === 'closed') close()
    if (state.page !== 'thanks' || !appearance.autoDisappear || thanked) return
    thanked = true
    stops.push(closeUnlessRead(card.element, page.after, session.dismiss))
  }

  function close() {
    returnFocus()
    mount.place.inert = true
    mount.host.dataset.leaving = ''
    const fades = !inline && shown && !matchMedia('(prefers-reduced-motion: reduce)').matches
    stops.push(page.after(fades ? FADE_MS : 0, remove))
  }

  function remove() {
    if (removed) return
    removed = true
    for (const stop of stops) stop()
    returnFocus()
    card.remove()
    mount.unmount()
    options.onClosed?.()
  }

  const change = (now: boolean) => {
    usable = now
    see()
  }
  stops.push(session.subscribe(follow), page.on('visible', see))
  follow()
  // Answers that were given beforehand can have completed it.
  if (session.state().page === 'closed') return { session, remove }
  if (inline) {
    container?.append(mount.host)
    change(mount.host.isConnected)
  } else stops.push(keepUsable(mount.host, { joins: opened, onChange: change }))
  return { session, remove }
}
