import { listen } from './listen'

/**
 * Remembers where focus was before it came into a survey.
 *
 * @param fallback Where it goes back to when it came from nowhere: what opened the survey.
 * @returns What gives it back, if it is still inside; and nothing else, for the visitor may be elsewhere by now.
 */
export function keepFocus(root: ShadowRoot, fallback: Element | undefined): () => void {
  const doc = root.ownerDocument
  let origin: EventTarget | null = doc.activeElement
  listen(
    root,
    'focus',
    event => {
      const from = (event as FocusEvent).relatedTarget
      if (from && !root.contains(from as Node)) origin = from
    },
    true,
  )
  return () => {
    if (!root.activeElement) return
    for (const target of [origin, fallback] as (HTMLElement | null | undefined)[]) {
      if (target === doc.body) continue
      target?.focus?.({ preventScroll: true })
      if (doc.activeElement === target) return
    }
  }
}
