import { listen } from '../../lib/native'

/** The key that moves focus between the website and a popover. Browsers leave it to websites. See D-576. */
export const HOTKEY = 'F8'

/**
 * Listens for the hotkey, in a survey and in the website, which can keep the key for itself by preventing its default.
 *
 * @returns A function that stops listening.
 */
export function onHotkey(view: Window, listener: () => void): () => void {
  const onKeyDown = (event: Event) => {
    const { key, defaultPrevented, ctrlKey, altKey, metaKey, shiftKey } = event as KeyboardEvent
    if (key === HOTKEY && !(defaultPrevented || ctrlKey || altKey || metaKey || shiftKey)) listener()
  }
  return listen(view, 'keydown', onKeyDown)
}
