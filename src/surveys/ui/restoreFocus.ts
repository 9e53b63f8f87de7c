import { attempt } from '../../lib/attempt'
import { listen } from '../../lib/native'
import { platformOptions } from '../../lib/nullProtoRecord'
import { revealFocus } from './positioning'

/** Returns the focused element. Documents and shadow roots report only the host when focus is inside a shadow root. */
const deepActiveElement = (element: Element | null): Element | null =>
  element?.shadowRoot?.activeElement ? deepActiveElement(element.shadowRoot.activeElement) : element

/**
 * Remembers the element that had focus before focus entered a survey, also inside components of the website. Keeps what has focus
 * in the survey in view.
 *
 * @param fallbackOf Returns the element that gets the focus when no element had it before: the button that opened the survey.
 * @returns A function that gives focus back when it is inside the survey, and one that stops watching.
 */
export function restoreFocus(root: ShadowRoot, fallbackOf: () => Element | undefined) {
  const doc = root.ownerDocument
  let origin: EventTarget | null | undefined = attempt(() => deepActiveElement(doc.activeElement))
  let lastFocused: EventTarget | undefined
  const unlisten = listen(
    doc,
    'focusout',
    event => {
      lastFocused = event.composedPath()[0]
    },
    true,
  )
  listen(
    root,
    'focus',
    event => {
      revealFocus(root)
      const from = (event as FocusEvent).relatedTarget
      if (from && !root.contains(from as Node)) origin = lastFocused
    },
    true,
  )
  /** Returns whether focus was inside. */
  function giveBack(): boolean {
    // The page may have replaced the getter. See D-431.
    const focused = attempt(() => root.activeElement as HTMLElement | null)
    for (const target of [origin, fallbackOf()] as (HTMLElement | null | undefined)[]) {
      if (focused && root.activeElement && target !== doc.body)
        target?.focus?.(platformOptions({ preventScroll: true }))
    }
    // Nothing had the focus before, or can take it.
    focused?.blur()
    return !!focused
  }
  return { giveBack, stop: unlisten }
}
