import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { startDrag } from './dragSort'

/** A list whose items are dragged by a grip. */
export interface DragSort<T extends HTMLElement> {
  list: RefObject<T | null>
  /** Starts a drag when the grip of an item is pressed. */
  onPress(event: PointerEvent, index: number): void
  /** Returns the class of an item: the dragged one, or one with the line at which that is dropped. */
  classOf(index: number): string
}

/**
 * Sorts a list by dragging, with mouse, pen or finger. Each sortable child of the list has the attribute `data-sort`.
 *
 * @param count Number of leading items that can change places.
 */
export function useDragSort<T extends HTMLElement>({
  count,
  onMove,
  onCancel,
}: {
  count: number
  onMove(from: number, to: number): void
  onCancel(): void
}): DragSort<T> {
  const list = useRef<T>(null)
  const cancel = useRef<() => void>(() => {})
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  useEffect(() => () => cancel.current(), [])
  return {
    list,
    onPress(event, from) {
      if (!event.isPrimary || event.button !== 0) return
      cancel.current()
      cancel.current = startDrag(event.currentTarget as HTMLElement, event, {
        list: list.current!,
        from,
        count,
        onChange: to => setDrag(before => (before?.to === to ? before : { from, to })),
        onEnd(to) {
          setDrag(null)
          if (to === null) onCancel()
          else if (to !== from) onMove(from, to)
        },
      })
    },
    classOf(index) {
      if (drag?.from === index) return 'is-dragged'
      if (drag?.to !== index) return ''
      return drag.to < drag.from ? 'drops-before' : 'drops-after'
    },
  }
}
