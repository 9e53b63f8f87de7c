import type { ShownSurvey, ShowOptions, SurveyHost } from '../host'
import type { SessionState, SurveySession } from '../session/surveySession'
import { createAnnouncer } from './announcer'
import { autoDismiss } from './autoDismiss'
import { createCard } from './createCard'
import { createMount } from './createMount'
import { keepMounted } from './keepMounted'
import { createTranslate } from './messages'
import { followAnchor, liftAboveKeyboard } from './positioning'
import { restoreFocus } from './restoreFocus'
import { keepThemed } from './theme'

/** The time a closing card takes to fade; `styles.ts` has the same. */
const FADE_MS = 160

/** The first match of a selector; nothing for one that is none. */
function resolveElement(target: Element | string | undefined): Element | undefined {
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
export function showSurvey(session: SurveySession, host: SurveyHost, options: ShowOptions): ShownSurvey {
  const { page } = host
  const settings = host.config()
  const { survey } = session.state()
  const appearance = survey.appearance ?? {}
  const inline = options.display === 'inline'
  const opened = options.opened === true
  const container = resolveElement(options.container)
  const anchor = resolveElement(options.anchor)
  const mount = createMount(document, {
    surveyId: survey.id,
    display: options.display,
    nonce: settings.nonce,
  })
  const announceText = createAnnouncer(mount.root, page.setTimer)
  const giveFocusBack = restoreFocus(mount.root, anchor)
  const position = options.position ?? appearance.position ?? 'end'
  const card = createCard(mount.container, {
    session,
    overrides: settings.survey_words,
    display: options.display,
    position,
    around: container ?? document.body ?? document.documentElement,
    closable: !inline && appearance.hideCancelButton !== true,
  })
  const cleanups: (() => void)[] = []
  let isUsable = false
  let isAttached = false
  let shown = false
  let isThanking = false
  let isRemoved = false

  /** Does what needs the survey to be in the document. */
  function attach() {
    isAttached = true
    cleanups.push(keepThemed(mount.host, appearance, settings.survey_color_scheme))
    mount.container.hidden = mount.isUnstyled()
    if (inline) return
    cleanups.push(liftAboveKeyboard(mount.host))
    if (position === 'next_to_trigger' && anchor)
      cleanups.push(followAnchor(mount.host, card.element, anchor))
  }

  function markShown() {
    if (!isAttached && mount.host.isConnected) attach()
    if (isAttached && mount.isUnstyled()) {
      host.emitError('survey_styles_blocked')
      return session.hide()
    }
    if (shown || !isUsable || !page.visible()) return
    shown = true
    session.shown()
    if (opened) {
      card.focus()
      cleanups.push(expand(anchor))
    } else if (!inline) announce()
  }

  function announce() {
    const state = session.state()
    const say = createTranslate(settings.survey_words, state.language ?? document.documentElement.lang)
    cleanups.push(announceText(say('announce', titleOf(state)), state.language))
  }

  function onChange() {
    const state = session.state()
    if (state.page === 'closed') close()
    if (state.page !== 'thanks' || !appearance.autoDisappear || isThanking) return
    isThanking = true
    cleanups.push(autoDismiss(card.element, page.setTimer, session.dismiss))
  }

  function close() {
    giveFocusBack()
    mount.container.inert = true
    mount.host.dataset.leaving = ''
    const fades = !inline && shown && !matchMedia('(prefers-reduced-motion: reduce)').matches
    cleanups.push(page.setTimer(fades ? FADE_MS : 0, remove))
  }

  function remove() {
    if (isRemoved) return
    isRemoved = true
    for (const stop of cleanups) stop()
    giveFocusBack()
    card.remove()
    mount.unmount()
    options.onClosed?.()
  }

  const change = (now: boolean) => {
    isUsable = now
    markShown()
  }
  cleanups.push(session.subscribe(onChange), page.on('visible', markShown))
  onChange()
  // Answers that were given beforehand can have completed it.
  if (session.state().page === 'closed') return { session, remove }
  if (inline) {
    container?.append(mount.host)
    change(mount.host.isConnected)
  } else cleanups.push(keepMounted(mount.host, { joins: opened, onChange: change }))
  return { session, remove }
}
