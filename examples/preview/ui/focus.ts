/** Moves the focus once the page has been drawn anew. */
export function focusAfterRender(find: () => HTMLElement | null | undefined): void {
  // Drawing waits for the next moment of its own; the one after that is soon enough.
  setTimeout(() => find()?.focus(), 0)
}

/** The element with a mark. */
export const findByFocusKey = (focusKey: string): HTMLElement | null =>
  document.querySelector(`[data-focus-key="${CSS.escape(focusKey)}"]`)
