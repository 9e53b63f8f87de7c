import { listen } from '../../lib/native'

/** A page that takes our element away, or marks it as inert, more often than this does not want it. */
const MAX_RESTORES = 8
/** What shows no elements inside it. */
const CLOSED = 'video, audio, canvas, iframe, img, object, embed'

/** The element that keeps all others from being used, or hides them: the latest modal dialog, or what is shown full screen. */
function blockerOf(doc: Document): Element | undefined {
  let found: (Element | null)[]
  try {
    found = [...doc.querySelectorAll(':modal')]
  } catch {
    // A browser that does not know `:modal`.
    found = [doc.fullscreenElement]
  }
  // The whole document in full screen keeps nothing out.
  return found.filter(element => element && !element.contains(doc.body)).at(-1) ?? undefined
}

/**
 * Keeps a popover in the document, last in its body, and never visible but dead: while a modal dialog or a full-screen element
 * of the page is open it waits out of sight, or joins that dialog when the visitor asked for the survey. Survives a body that
 * is not there yet, is replaced, or is marked as inert around it. DECISIONS, "Modal dialogs".
 *
 * @param options.joins Join a modal dialog instead of waiting for its end.
 * @param options.onChange Told whether the survey can be seen and used, at once and after each change.
 * @returns What ends this.
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

  function observe(blocked: boolean): void {
    observer.disconnect()
    // An open dialog can vanish with any part of the page; only then is it worth to hear of every change.
    observer.observe(doc, { attributeFilter: ['open'], childList: blocked, subtree: true })
    observer.observe(doc.documentElement, { childList: true })
    if (doc.body) observer.observe(doc.body, { childList: true })
    observer.observe(host, { attributeFilter: ['inert', 'aria-hidden'] })
  }

  function update(): void {
    const blocker = blockerOf(doc)
    const joined = options.joins && blocker && !blocker.matches(CLOSED) ? blocker : undefined
    const parent = joined ?? doc.body
    // A new body comes with each navigation of some sites; the old one taking us out again and again is something else.
    if (parent !== previousParent) reinsertions = 0
    previousParent = parent
    // Moving an element takes focus from it; so it moves only if it has to.
    if (parent && host.parentNode !== parent && reinsertions++ < MAX_RESTORES) {
      parent.append(host)
      joinTopLayer(host, !!joined)
    }
    for (const name of ['inert', 'aria-hidden']) {
      if (host.hasAttribute(name) && restores++ < MAX_RESTORES) host.removeAttribute(name)
    }
    host.hidden = !!blocker && !joined
    observe(!!blocker)
    options.onChange(host.isConnected && !host.hidden)
  }

  update()
  const stop = listen(doc, 'DOMContentLoaded fullscreenchange', update)
  return () => {
    observer.disconnect()
    stop()
  }
}

/** Inside a dialog, `position: fixed` may be relative to the dialog and cut off by it; the top layer is free of that. */
function joinTopLayer(host: HTMLElement, joins: boolean): void {
  const card = host.shadowRoot?.querySelector<HTMLElement>('.card')
  if (!joins) card?.removeAttribute('popover')
  else if (card?.showPopover) {
    card.setAttribute('popover', 'manual')
    card.showPopover()
  }
}
