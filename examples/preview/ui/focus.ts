/** Moves the focus once the page has been drawn anew. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  // Drawing waits for the next moment of its own; the one after that is soon enough.
  setTimeout(() => find()?.focus(), 0)
}

/** The element with a mark. */
export const marked = (mark: string): HTMLElement | null =>
  document.querySelector(`[data-mark="${CSS.escape(mark)}"]`)
