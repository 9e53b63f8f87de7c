import { listen } from '../../lib/native'

/** Documents and shadow roots tell of the host where focus is inside another one. */
const deepActiveElement = (element: Element | null): Element | null =>
  element?.shadowRoot?.activeElement ? deepActiveElement(element.shadowRoot.activeElement) : element

/**
 * Remembers where focus was before it came into a survey, components of the page included.
 *
 * @param fallback Where it goes back to when it came from nowhere: what opened the survey.
 * @returns What gives it back, if it is still inside; and nothing else, for the visitor may be elsewhere by now. It ends this.
 */
export function restoreFocus(root: ShadowRoot, fallback: Element | undefined): () => void {
  const doc = root.ownerDocument
  let origin: EventTarget | null | undefined = deepActiveElement(doc.activeElement)
  let lastFocused: EventTarget | undefined
  const stop = listen(
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
      const from = (event as FocusEvent).relatedTarget
      if (from && !root.contains(from as Node)) origin = lastFocused
    },
    true,
  )
  return () => {
    stop()
    if (!root.activeElement) return
    for (const target of [origin, fallback] as (HTMLElement | null | undefined)[]) {
      if (target === doc.body) continue
      target?.focus?.({ preventScroll: true })
      if (deepActiveElement(doc.activeElement) === target) return
    }
  }
}
