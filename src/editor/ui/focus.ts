/** Focuses an element once the page has been rendered again. */
export function focusAfterRender(find: () => HTMLElement | null | undefined): void {
  // Preact renders in a microtask, so the next task runs after it.
  setTimeout(() => find()?.focus(), 0)
}

/** Returns the element with a `data-focus-key` attribute. */
export const findByFocusKey = (focusKey: string): HTMLElement | null =>
  document.querySelector(`[data-focus-key="${CSS.escape(focusKey)}"]`)
