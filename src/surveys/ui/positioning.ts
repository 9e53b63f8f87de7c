import { attempt } from '../../lib/attempt'
import { callAll } from '../../lib/callAll'
import { listen } from '../../lib/native'
import { platformOptions } from '../../lib/nullProtoRecord'

/** Pixels between the card and its anchor, and between the card and the edges of the window. */
const GAP = 12
const MARGIN = 16

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/**
 * Returns the position of a card: centered below its anchor, or above it when there is more room, and inside the window. An anchor
 * that stands upright at a side of the window, such as a feedback tab, has the card next to it. See D-566.
 */
export function positionNextTo(
  anchor: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height'>,
  card: { width: number; height: number },
  viewport: { width: number; height: number },
): { x: number; y: number } {
  const below = viewport.height - anchor.bottom
  const fitsBelow = below >= card.height + GAP + MARGIN || below >= anchor.top
  const isAtRight = anchor.right > viewport.width - GAP
  const beside =
    anchor.height > anchor.width &&
    (anchor.left < GAP ? anchor.right + GAP : isAtRight && anchor.left - GAP - card.width)
  const x = beside || anchor.left + (anchor.width - card.width) / 2
  const y = beside
    ? anchor.top + (anchor.height - card.height) / 2
    : fitsBelow
      ? anchor.bottom + GAP
      : anchor.top - GAP - card.height
  return {
    x: clamp(x, MARGIN, viewport.width - card.width - MARGIN),
    y: clamp(y, MARGIN, Math.max(MARGIN, viewport.height - card.height - MARGIN)),
  }
}

/** Returns the height, in px, of the part of the window that an on-screen keyboard covers. It does not resize the window. */
const coveredHeight = (): number =>
  attempt(() => {
    const { scale, height, offsetTop } = visualViewport!
    // Pinch zoom changes the same numbers.
    return scale < 1.01 ? innerHeight - height - offsetTop : 0
  }, 0)

/** Listens to what moves or resizes the visible part of the window. Returns a function that stops listening. */
const listenToViewport = (listener: () => void) =>
  listen(attempt(() => visualViewport!) ?? window, 'scroll resize', listener)

/**
 * Keeps the card next to its anchor while either moves, scrolls or resizes, and while the website replaces the anchor. An anchor
 * that is not rendered leaves the card docked. See D-427.
 *
 * @param anchorOf Returns the anchor that is in the document now.
 */
export function followAnchor(
  host: HTMLElement,
  card: HTMLElement,
  anchorOf: () => Element | undefined,
): () => void {
  let anchor: Element | undefined
  const update = () => {
    const current = anchorOf()
    if (current !== anchor) {
      if (anchor) observer?.unobserve(anchor)
      if (current) observer?.observe(current)
      anchor = current
    }
    const rect = anchor?.getBoundingClientRect()
    // The browser may withhold the size of the window. See D-710.
    const isPlaced = attempt(() => {
      if (!rect?.width && !rect?.height) return
      const { x, y } = positionNextTo(
        rect,
        { width: card.offsetWidth, height: card.offsetHeight },
        { width: innerWidth, height: innerHeight - coveredHeight() },
      )
      host.style.setProperty('--e-x', `${x}px`)
      host.style.setProperty('--e-y', `${y}px`)
      return true
    })
    host.toggleAttribute('data-placed', !!isPlaced)
  }
  // An anchor that the website removes is resized to nothing, which is when the one that replaces it is looked for.
  const observer = attempt(() => new ResizeObserver(update))
  observer?.observe(card)
  update()
  return callAll([
    () => observer?.disconnect(),
    listen(window, 'scroll resize', update, true),
    listenToViewport(update),
  ])
}

/** Below this height of the visible window, in px, a card scrolls as a whole: its buttons would leave no room for a field. */
const LOW = 300

/** Scrolls the control that a keyboard or a script has focused into view, within the card. See D-570. */
export function revealFocus(root: ShadowRoot): void {
  // Not what a pointer focuses: a control that moves between press and release is not clicked. Old browsers throw.
  attempt(() =>
    root
      .querySelector(':focus-visible')
      ?.scrollIntoView(platformOptions<ScrollIntoViewOptions>({ block: 'nearest' })),
  )
}

/** Lifts a docked card above the on-screen keyboard, and keeps the focused control in view. See D-570. */
export function liftAboveKeyboard(host: HTMLElement): () => void {
  const update = () => {
    const covered = coveredHeight()
    // Without a keyboard nothing is set, because the whole card would be styled again.
    host.style.setProperty('--e-lift', covered >= 1 ? `${covered}px` : '')
    host.toggleAttribute(
      'data-low',
      attempt(() => innerHeight - covered < LOW, false),
    )
    revealFocus(host.shadowRoot!)
  }
  update()
  return listenToViewport(update)
}
