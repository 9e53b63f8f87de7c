import { listen } from '../../lib/native'

/** Between the survey and what it stands next to, and between the survey and the edges of the window. */
const GAP = 12
const MARGIN = 16

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/**
 * Where a card goes that stands next to something: centred below it, or above where there is more room, always inside the
 * window.
 */
export function positionNextTo(
  anchor: Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width'>,
  card: { width: number; height: number },
  viewport: { width: number; height: number },
): { x: number; y: number } {
  const below = viewport.height - anchor.bottom
  const fitsBelow = below >= card.height + GAP + MARGIN || below >= anchor.top
  const y = fitsBelow ? anchor.bottom + GAP : anchor.top - GAP - card.height
  return {
    x: clamp(anchor.left + anchor.width / 2 - card.width / 2, MARGIN, viewport.width - card.width - MARGIN),
    y: clamp(y, MARGIN, Math.max(MARGIN, viewport.height - card.height - MARGIN)),
  }
}

/** Keeps the card next to its anchor while either moves, scrolls or changes size. Without an anchor on screen it stays docked. */
export function followAnchor(host: HTMLElement, card: HTMLElement, anchor: Element): () => void {
  const view = host.ownerDocument.defaultView!
  const update = () => {
    const rect = anchor.getBoundingClientRect()
    const { x, y } = positionNextTo(
      rect,
      { width: card.offsetWidth, height: card.offsetHeight },
      { width: view.innerWidth, height: view.innerHeight },
    )
    host.style.setProperty('--e-x', `${x}px`)
    host.style.setProperty('--e-y', `${y}px`)
    host.toggleAttribute('data-placed', rect.width > 0 || rect.height > 0)
  }
  update()
  const sizes = view.ResizeObserver && new view.ResizeObserver(update)
  sizes?.observe(card)
  sizes?.observe(anchor)
  const stop = listen(view, 'scroll resize', update, true)
  return () => {
    sizes?.disconnect()
    stop()
  }
}

/** Lifts what is docked at the bottom above the keyboard of a phone, which covers the window without resizing it. */
export function liftAboveKeyboard(host: HTMLElement): () => void {
  const view = host.ownerDocument.defaultView!
  const visible = view.visualViewport
  if (!visible) return () => {}
  const update = () => {
    // Zoomed in by two fingers the same numbers mean something else.
    const covered = visible.scale > 1.01 ? 0 : view.innerHeight - visible.height - visible.offsetTop
    host.style.setProperty('--e-lift', `${Math.max(0, Math.round(covered))}px`)
  }
  return listen(visible, 'resize scroll', update)
}
