import { attempt } from '../../lib/attempt'

/**
 * Whether a popover is on the page in another frame of this tab, as far as frames of this origin tell. They share one thread, so
 * that none can open between this test and the next popover. See D-429.
 */
export function hasPopoverInOtherFrame(): boolean {
  const isOpenIn = (frame: Window): boolean => {
    // A frame of another origin throws. Frames inside it may be of ours.
    const popover = attempt(() => frame.document.querySelector('.earshot-survey[data-display=popover]'))
    if (popover && frame !== window) return true
    const frames = attempt(() => frame.length, 0)
    for (let i = 0; i < frames; i++) if (isOpenIn(frame[i]!)) return true
    return false
  }
  return isOpenIn(window.top ?? window)
}
