/** Items above and below the visible ones that are in the document too, so that scrolling shows no gaps. */
const OVERSCAN = 8

/** Returns the positions of the items of a list to render: from `first` to before `last`. All sizes are in pixels. */
export function visibleRange({
  scrollTop,
  height,
  itemHeight,
  count,
}: {
  scrollTop: number
  height: number
  itemHeight: number
  count: number
}): { first: number; last: number } {
  const last = Math.min(count, Math.ceil((scrollTop + height) / itemHeight) + OVERSCAN)
  return { first: Math.min(last, Math.max(0, Math.floor(scrollTop / itemHeight) - OVERSCAN)), last }
}
