import { listen } from '../../lib/native'

/** A website that removes our element, or makes it inert, more often than this does not want it. */
const MAX_RESTORES = 8
/** Elements that do not render children of theirs. */
const CHILDLESS = 'video, audio, canvas, iframe, img, object, embed'

/** Returns the element that hides all others or keeps them from being used: the latest modal dialog, or the full-screen element. */
function blockerOf(doc: Document): Element | undefined {
  let candidates: (Element | null)[]
  try {
    candidates = [...doc.querySelectorAll(':modal')]
  } catch {
    // A browser that does not support `:modal`.
    candidates = [doc.fullscreenElement]
  }
  // A document that is full-screen as a whole blocks nothing.
  return candidates.filter(element => element && !element.contains(doc.body)).at(-1) ?? undefined
}

/**
 * Keeps a popover in the document, at the end of its body. While a modal dialog or a full-screen element of the website blocks
 * it, the popover is hidden, or moves into that dialog when the visitor opened the survey. Handles a body that does not exist
 * yet, is replaced, or becomes inert. See D-147 to D-151.
 *
 * @param options.joins Whether to move into a modal dialog instead of waiting for its end.
 * @param options.onChange Called with whether the survey is visible and usable, at once and after each change.
 * @returns A function that stops watching.
 */
export function keepMounted(
  host: HTMLElement,
  options: { joins: boolean; onChange: (usable: boolean) => void },
): () => void {
  const doc = host.ownerDocument
  let previousParent: Element | undefined
  let reinsertions = 0
  let restores = 0
  const observer = new doc.defaultView!.MutationObserver(update)

  function observe(isBlocked: boolean): void {
    observer.disconnect()
    // An open dialog can disappear with any part of the document; only then is every change worth observing.
    observer.observe(doc, { attributeFilter: ['open'], childList: isBlocked, subtree: true })
    observer.observe(doc.documentElement, { childList: true })
    if (doc.body) observer.observe(doc.body, { childList: true })
    observer.observe(host, { attributeFilter: ['inert', 'aria-hidden'] })
  }

  function update(): void {
    const blocker = blockerOf(doc)
    const dialog = options.joins && blocker && !blocker.matches(CHILDLESS) ? blocker : undefined
    const parent = dialog ?? doc.body
    // Some websites replace the body with each navigation. That is not the same body removing us again and again.
    if (parent !== previousParent) reinsertions = 0
    previousParent = parent
    // Moving an element takes its focus, so it moves only when necessary.
    if (parent && host.parentNode !== parent && reinsertions++ < MAX_RESTORES) {
      parent.append(host)
      setTopLayer(host, !!dialog)
    }
    for (const name of ['inert', 'aria-hidden']) {
      if (host.hasAttribute(name) && restores++ < MAX_RESTORES) host.removeAttribute(name)
    }
    host.hidden = !!blocker && !dialog
    observe(!!blocker)
    options.onChange(host.isConnected && !host.hidden)
  }

  update()
  const unlisten = listen(doc, 'DOMContentLoaded fullscreenchange', update)
  return () => {
    observer.disconnect()
    unlisten()
  }
}

/** Puts the card into the top layer, or takes it out. A dialog can clip `position: fixed`, and be what it is relative to. */
function setTopLayer(host: HTMLElement, isInDialog: boolean): void {
  const card = host.shadowRoot?.querySelector<HTMLElement>('.card')
  if (!isInDialog) card?.removeAttribute('popover')
  else if (card?.showPopover) {
    card.setAttribute('popover', 'manual')
    card.showPopover()
  }
}
