import { attempt } from '../../lib/attempt'
import type { ShownSurvey, ShowOptions, SurveyHost } from '../host'
import type { SessionState, SurveySession } from '../session/surveySession'
import { createAnnouncer } from './announcer'
import { autoDismiss } from './autoDismiss'
import { createCard } from './createCard'
import { createMount } from './createMount'
import { createWords } from './createWords'
import { isRightToLeftIn } from './direction'
import { onHotkey } from './hotkey'
import { keepMounted } from './keepMounted'
import { mediaQuery } from './mediaQuery'
import { followAnchor, liftAboveKeyboard } from './positioning'
import { restoreFocus } from './restoreFocus'
import { keepThemed } from './theme'

/** Duration of the fade of a closing card, as in `styles.ts`. */
const FADE_MS = 160

/**
 * Shows a survey: over the website, as a dialog that leaves the website usable, or inside a container of the website.
 *
 * Reports `survey shown` once it is visible and usable. Waits for the body if there is none yet. Never throws.
 */
export function showSurvey(session: SurveySession, host: SurveyHost, options: ShowOptions): ShownSurvey {
  const { page } = host
  const settings = host.config()
  const { survey } = session.state()
  const appearance = survey.appearance ?? {}
  const isInline = options.display === 'inline'
  const isOpenedByVisitor = options.opened === true
  const container = resolveElement(options.container)
  const parent = container ?? attempt(() => document.body) ?? document.documentElement
  const position = options.position ?? appearance.position ?? (isRightToLeftIn(parent) ? 'left' : 'right')
  let anchor = resolveElement(options.anchor)
  /** Returns the anchor, or the first match of the selector once the website has replaced it. See D-427. */
  function currentAnchor(): Element | undefined {
    if (!anchor?.isConnected) {
      const { anchor: given } = options
      anchor = resolveElement(typeof given === 'string' ? given : appearance.widgetSelector) ?? anchor
    }
    return anchor
  }

  const mount = createMount(document, {
    surveyId: survey.id,
    display: options.display,
    nonce: settings.nonce,
  })
  const announce = createAnnouncer(mount.root, page.setTimer)
  const focusOfPage = restoreFocus(mount.root, currentAnchor)
  const words = createWords(host, {
    overrides: settings.survey_words,
    parent,
    onReady() {
      card.draw()
      showWhenUsable()
    },
  })
  const card = createCard(mount.container, {
    session,
    words,
    display: options.display,
    position,
    parent,
    closable: !isInline && appearance.hideCancelButton !== true,
    isPreview: options.isPreview,
  })

  const cleanups: (() => void)[] = [focusOfPage.stop]
  let isUsable = false
  let isAttached = false
  let isShown = false
  let isDismissing = false
  let isRemoved = false
  /** Whether the card may be measured and reported. See D-550. */
  let mayMeasure = isInline || isOpenedByVisitor

  /** Does what needs the card to be in the document. */
  function attach() {
    isAttached = true
    cleanups.push(keepThemed(mount.host, appearance, settings.survey_color_scheme))
    mount.container.hidden = mount.isUnstyled()
    if (isInline) return
    const measure = () => {
      mayMeasure = true
      cleanups.push(liftAboveKeyboard(mount.host))
      showWhenUsable()
    }
    cleanups.push(page.setTimer(0, measure), observeVisibility(card.element, showWhenUsable))
    cleanups.push(onHotkey(window, () => focusOfPage.giveBack() || card.focus()))
    if (position === 'next_to_trigger') cleanups.push(followAnchor(mount.host, card.element, currentAnchor))
  }

  function showWhenUsable() {
    if (!isAttached && !words.isLoading() && mount.host.isConnected) attach()
    if (isAttached && mount.isUnstyled()) {
      host.emitError('survey_styles_blocked')
      options.onBlocked?.()
      return session.hide()
    }
    if (!isAttached || !mayMeasure || isShown || !isUsable || !page.visible()) return
    // Only an ancestor that is not rendered hides what is in the top layer.
    if (!isInline && card.element.checkVisibility?.() === false) return
    isShown = true
    session.shown()
    if (isOpenedByVisitor) {
      card.focus()
      cleanups.push(setExpanded(anchor))
    } else if (!isInline) announceTitle()
  }

  function announceTitle() {
    const state = session.state()
    const translate = words.translateFor(state)
    const text = `${translate('announce', titleOf(state))}. ${translate('hotkey')}`
    cleanups.push(announce(text, state.language))
  }

  function onSessionChange() {
    const { page: current } = session.state()
    if (current === 'closed') close()
    if (current !== 'thanks' || !appearance.autoDisappear || isDismissing) return
    isDismissing = true
    cleanups.push(autoDismiss(card.element, page.setTimer, session.dismiss))
  }

  function close() {
    focusOfPage.giveBack()
    mount.container.inert = true
    mount.host.dataset.leaving = ''
    const fades = !isInline && isShown && !mediaQuery('reduced-motion: reduce')?.matches
    cleanups.push(page.setTimer(fades ? FADE_MS : 0, remove))
  }

  function remove() {
    if (isRemoved) return
    isRemoved = true
    for (const cleanup of cleanups) cleanup()
    focusOfPage.giveBack()
    card.remove()
    mount.unmount()
    options.onClosed?.()
  }

  const setUsable = (usable: boolean) => {
    isUsable = usable
    showWhenUsable()
  }
  cleanups.push(session.subscribe(onSessionChange), page.on('visible', showWhenUsable))
  onSessionChange()
  // Prefilled answers may have completed the survey.
  if (session.state().page === 'closed') return { session, remove }
  if (isInline) {
    container?.append(mount.host)
    setUsable(mount.host.isConnected)
  } else cleanups.push(keepMounted(mount.host, { joins: isOpenedByVisitor, onChange: setUsable }))
  return { session, remove }
}

/** Calls back when an element starts or stops to be rendered. Returns a function that stops observing. See D-431. */
const observeVisibility = (element: Element, callback: () => void): (() => void) =>
  attempt(
    () => {
      const observer = new IntersectionObserver(callback)
      observer.observe(element)
      return () => observer.disconnect()
    },
    () => {},
  )

/** Returns the element, or the first match of a selector. An invalid selector matches nothing. */
const resolveElement = (target: Element | string | undefined): Element | undefined =>
  typeof target === 'string' ? (attempt(() => document.querySelector(target)) ?? undefined) : target

/** Marks a button as expanded for screen readers, and returns a function that undoes it. */
function setExpanded(button: Element | undefined): () => void {
  if (!button?.matches('button, [role=button]')) return () => {}
  button.setAttribute('aria-expanded', 'true')
  return () => button.setAttribute('aria-expanded', 'false')
}

/** Returns the title of the first page, for screen readers. */
const titleOf = ({ survey, page, index }: SessionState) =>
  (page === 'intro' ? survey.appearance?.introScreenHeader : survey.questions[index]?.question) ||
  survey.name ||
  ''
