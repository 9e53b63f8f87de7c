import { attempt } from '../../lib/attempt'
import { listen } from '../../lib/native'
import { platformOptions } from '../../lib/nullProtoRecord'

/** A website that removes our element, or makes it inert, more often than this does not want it. */
const MAX_RESTORES = 8
/** Elements that do not render children of theirs. */
const CHILDLESS = 'video, audio, canvas, iframe, img, object, embed'

/** Returns the element that hides all others or keeps them from being used: the latest modal dialog, or the full-screen element. */
function blockerOf(doc: Document): Element | undefined {
  // A browser that does not support `:modal` throws.
  const candidates = attempt(() => [...doc.querySelectorAll(':modal')]) ?? [doc.fullscreenElement]
  // A document that is full-screen as a whole blocks nothing.
  return candidates.filter(element => element && !element.contains(doc.body)).pop() ?? undefined
}

/**
 * Keeps a popover in the document, at the end of its body, and in the top layer. While a modal dialog or a full-screen element of
 * the website blocks it, the popover is hidden, or moves into that dialog when the visitor opened the survey. Handles a document
 * or a body that does not exist yet, is replaced or cloned, or becomes inert. See D-147 to D-151, D-420, D-421.
 *
 * @param options.joins Whether to move into a modal dialog instead of waiting for its end.
 * @param options.onChange Called with whether the survey is usable, at once and after each change.
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
  // Where observers are missing or throw, the survey is mounted once. See D-431.
  const createObserver = () => attempt(() => new MutationObserver(update))
  const observer = createObserver()
  const documentObserver = createObserver()

  function observe(isBlocked: boolean): void {
    // Apart from the other observer, which observes the document with other options.
    documentObserver!.observe(doc, platformOptions({ childList: true }))
    observer!.disconnect()
    // An open dialog can disappear with any part of the document; only then is every change worth observing.
    observer!.observe(
      doc,
      platformOptions({ attributeFilter: ['open'], childList: isBlocked, subtree: true }),
    )
    for (const parent of [doc.documentElement, doc.body])
      if (parent) observer!.observe(parent, platformOptions({ childList: true }))
    observer!.observe(host, platformOptions({ attributeFilter: ['inert', 'aria-hidden'] }))
  }

  function update(): void {
    // Navigation that restores a cloned body brings copies of our elements, which have no shadow tree.
    attempt(() => {
      for (const copy of doc.querySelectorAll('.earshot-survey')) if (!copy.shadowRoot) copy.remove()
    })
    const blocker = blockerOf(doc)
    const dialog = options.joins && blocker && !blocker.matches(CHILDLESS) ? blocker : undefined
    const parent = dialog ?? attempt(() => doc.body)
    // Some websites replace the body with each navigation. That is not the same body removing us again and again.
    if (parent !== previousParent) reinsertions = 0
    previousParent = parent
    // Moving an element takes its focus, so it moves only when necessary.
    if (host.onabort && parent && host.parentNode !== parent && reinsertions++ < MAX_RESTORES) {
      parent.append(host)
      moveToTop(host)
    }
    for (const name of ['inert', 'aria-hidden']) {
      if (host.hasAttribute(name) && restores++ < MAX_RESTORES) host.removeAttribute(name)
    }
    host.hidden = !!blocker && !dialog
    attempt(() => observe(!!blocker))
    options.onChange(host.isConnected && !host.hidden)
  }

  // `document.open` removes the listeners of every element, this one included: such a card can neither be answered nor closed. See
  // D-432.
  host.onabort = () => {}
  update()
  const unlisten = listen(doc, 'fullscreenchange', () => {
    update()
    // A document in full screen is above everything that was in the top layer before.
    moveToTop(host)
  })
  return () => {
    unlisten()
    attempt(() => {
      observer!.disconnect()
      documentObserver!.disconnect()
    })
  }
}

/**
 * Puts the card or the tab above everything in the top layer. Elsewhere an ancestor with a filter, a transform or a clip is what
 * `position: fixed` is relative to, and can move it out of the window. The host stays outside, because the website's `::backdrop`
 * would match it. See D-420.
 */
function moveToTop(host: HTMLElement): void {
  const element = host.shadowRoot!.querySelector<HTMLElement>('.card, .tab')
  if (!host.isConnected || !element?.showPopover) return
  // The page may have replaced the methods. See D-687.
  attempt(() => {
    element.popover = 'manual'
    element.hidePopover()
    element.showPopover()
  })
}
