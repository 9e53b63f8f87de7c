/** Pixels that a pointer moves before a press becomes a drag. */
const THRESHOLD = 4
/** Height in pixels of the edges of a pane in which it scrolls, and how far it scrolls per frame at most. */
const SCROLL_EDGE = 48
const MAX_SCROLL = 14

interface DragOptions {
  /** The list. Its sortable children have `data-sort`; in a scrolling `.pane-body`. */
  list: HTMLElement
  from: number
  /** Number of leading items that the item can be dropped among. */
  count: number
  /** Called with the position at which the item would be dropped. */
  onChange(to: number): void
  /** Called once after a drag, with the position, or with `null` when it was cancelled. */
  onEnd(to: number | null): void
}

/**
 * Returns the position of a dragged item in the new order: after all others whose middle is above the pointer.
 *
 * @param middles Vertical middle of each item.
 */
export const dropPosition = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, index) => index !== from && middle < y).length

/**
 * Returns how far a pane scrolls in a frame while the pointer is near one of its edges, in pixels; faster nearer to the edge, and
 * negative at the upper one.
 */
export function scrollStep({ top, bottom }: { top: number; bottom: number }, y: number): number {
  const depth = y < top + SCROLL_EDGE ? y - top - SCROLL_EDGE : Math.max(0, y - bottom + SCROLL_EDGE)
  return Math.max(-1, Math.min(1, depth / SCROLL_EDGE)) * MAX_SCROLL
}

/**
 * Follows a pointer that was pressed on the grip of an item until it is released. Escape cancels. The item moves with the pointer,
 * and the list has the attribute `data-sorting` meanwhile. See D-638.
 *
 * @returns A function that cancels the drag.
 */
export function startDrag(grip: HTMLElement, press: PointerEvent, options: DragOptions): () => void {
  const { list, from, count, onChange, onEnd } = options
  const scroller = list.closest<HTMLElement>('.pane-body')!
  const item = list.querySelectorAll<HTMLElement>(':scope > [data-sort]')[from]!
  const initialScroll = scroller.scrollTop
  const controller = new AbortController()
  let y = press.clientY
  /** Where the pointer holds the item: its distance from the upper edge of the item. */
  const hold = press.clientY - item.getBoundingClientRect().top
  let to = from
  let isDragging = false
  let shift = 0
  let frame = 0

  function begin() {
    isDragging = true
    const { top } = item.getBoundingClientRect()
    // Forms of the list are hidden meanwhile. The item stays below the pointer: by scrolling, and by room above the list.
    list.style.minBlockSize = `${list.offsetHeight}px`
    list.dataset.sorting = ''
    document.body.dataset.sorting = ''
    scroller.scrollTop += item.getBoundingClientRect().top - top
    list.style.paddingBlockStart = `${top - item.getBoundingClientRect().top}px`
    frame = requestAnimationFrame(scroll)
  }

  function update() {
    const items = [...list.querySelectorAll<HTMLElement>(':scope > [data-sort]')].slice(0, count)
    // The list has changed meanwhile, for example by undo.
    if (items.length !== count || items[from] !== item) return end(null)
    const place = item.getBoundingClientRect()
    const bounds = list.getBoundingClientRect()
    // An item beyond the list would make the pane longer, so that it scrolled without an end.
    const top = Math.max(bounds.top, Math.min(y - hold, bounds.bottom - place.height))
    shift += top - place.top
    item.style.translate = `0 ${shift}px`
    to = dropPosition(items.map(middleOf), from, y)
    onChange(to)
  }

  function scroll() {
    scroller.scrollTop += scrollStep(scroller.getBoundingClientRect(), y)
    update()
    if (!controller.signal.aborted) frame = requestAnimationFrame(scroll)
  }

  function end(result: number | null) {
    if (controller.signal.aborted) return
    controller.abort()
    cancelAnimationFrame(frame)
    if (!isDragging) return
    delete list.dataset.sorting
    delete document.body.dataset.sorting
    list.style.minBlockSize = list.style.paddingBlockStart = ''
    item.style.translate = ''
    if (result === null) scroller.scrollTop = initialScroll
    onEnd(result)
  }

  const on = <E extends Event>(target: EventTarget, type: string, listener: (event: E) => void) =>
    target.addEventListener(type, listener as EventListener, { signal: controller.signal, capture: true })
  grip.setPointerCapture(press.pointerId)
  on<PointerEvent>(grip, 'pointermove', event => {
    y = event.clientY
    if (!isDragging && Math.abs(y - press.clientY) < THRESHOLD) return
    if (!isDragging) begin()
    update()
  })
  on(grip, 'pointerup', () => end(to))
  on(grip, 'pointercancel', () => end(null))
  on(grip, 'lostpointercapture', () => end(null))
  on<KeyboardEvent>(document, 'keydown', event => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    end(null)
  })
  return () => end(null)
}

function middleOf(item: HTMLElement): number {
  const { top, height } = item.getBoundingClientRect()
  return top + height / 2
}
