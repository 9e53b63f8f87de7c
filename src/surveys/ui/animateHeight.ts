import { platformOptions } from '../../lib/nullProtoRecord'
import { mediaQuery } from './mediaQuery'

/** Duration in ms and pace, as of `.next` in `styles.ts`. */
const TIMING = platformOptions({ duration: 240, easing: 'cubic-bezier(.2,.9,.3,1)' })

/** Lets an element grow or shrink to the height that a change gives it, unless the visitor prefers reduced motion. See D-577. */
export function animateHeight(element: HTMLElement, change: () => void): void {
  const before = element.offsetHeight
  change()
  const after = element.offsetHeight
  if (before === after || mediaQuery('reduced-motion: reduce')?.matches) return
  element.animate?.(platformOptions({ height: [`${before}px`, `${after}px`] }), TIMING)
}
