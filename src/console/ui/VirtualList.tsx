import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { focusAfterRender } from '../../editor/ui/focus'
import { visibleRange } from './visibleRange'

interface VirtualListProps<Item> {
  /** Accessible name. */
  label: string
  items: readonly Item[]
  itemKey(item: Item): string
  /** Pixels; all items have it. */
  itemHeight: number
  /** Pixels; the list is lower when it has fewer items. */
  maxHeight: number
  /** Enter and a click open an item. */
  onOpen(item: Item): void
  /** The end of the list is near. */
  onEnd?(): void
  /** Whether more items follow, which are not loaded yet. */
  hasMore?: boolean
  children(item: Item): ComponentChildren
}

/**
 * A list of buttons of which only the visible ones are in the document. Arrow keys, Home, End and the page keys move between them,
 * and only one of them is a tab stop.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, itemHeight, maxHeight, onOpen, onEnd, hasMore = false, children } = props
  const list = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [active, setActive] = useState(0)
  const height = Math.min(maxHeight, items.length * itemHeight)
  const { first, last } = visibleRange({ scrollTop, height, itemHeight, count: items.length })
  const isNearEnd = last >= items.length
  useEffect(() => {
    if (isNearEnd && hasMore) onEnd?.()
  }, [isNearEnd, hasMore, items.length])

  const current = Math.min(active, items.length - 1)
  const moveTo = (index: number) => {
    const target = Math.max(0, Math.min(index, items.length - 1))
    const element = list.current!
    const top = target * itemHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + itemHeight > element.scrollTop + height) element.scrollTop = top + itemHeight - height
    setScrollTop(element.scrollTop)
    setActive(target)
    focusAfterRender(() => element.querySelector<HTMLElement>(`[data-index="${target}"]`))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: Math.floor(height / itemHeight),
      PageUp: -Math.floor(height / itemHeight),
      Home: -items.length,
      End: items.length,
    }
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moveTo(current + step)
  }
  // The active item stays in the document, so that it keeps the focus while the list is scrolled.
  const indexes = [...new Set([...range(first, last), current])].filter(index => index >= 0)
  return (
    <div
      ref={list}
      class="virtual-list"
      style={{ blockSize: `${height}px` }}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
    >
      <ul aria-label={label} style={{ blockSize: `${items.length * itemHeight}px` }}>
        {indexes.map(index => (
          <li
            key={itemKey(items[index]!)}
            class="virtual-item"
            aria-posinset={index + 1}
            aria-setsize={hasMore ? -1 : items.length}
            style={{ blockSize: `${itemHeight}px`, transform: `translateY(${index * itemHeight}px)` }}
          >
            <button
              type="button"
              class="virtual-button"
              data-index={index}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setActive(index)}
              onKeyDown={onKeyDown}
              onClick={() => onOpen(items[index]!)}
            >
              {children(items[index]!)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first }, (_, offset) => first + offset)
