import { callAll } from '../../lib/callAll'
import { listen } from '../../lib/native'

/** The key that moves focus between the website and a popover. Browsers leave it to websites. See D-576. */
export const HOTKEY = 'F8'

/**
 * Listens for the hotkey, in a survey and in the website, which can keep the key for itself by preventing its default.
 *
 * @returns A function that stops listening.
 */
export function onHotkey(host: HTMLElement, listener: () => void): () => void {
  const onKeyDown = (event: Event) => {
    const { key, defaultPrevented, ctrlKey, altKey, metaKey, shiftKey } = event as KeyboardEvent
    if (key === HOTKEY && !(defaultPrevented || ctrlKey || altKey || metaKey || shiftKey)) listener()
  }
  // Keys in the survey do not reach the window.
  return callAll([host, host.ownerDocument.defaultView!].map(target => listen(target, 'keydown', onKeyDown)))
}
