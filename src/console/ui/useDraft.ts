import { useState } from 'preact/hooks'

/**
 * Returns the text of a field and its setter. The text begins with a value, and becomes the value whenever that changes.
 *
 * It follows the value while rendering: an effect runs later, and would erase what has been typed by then.
 */
export function useDraft(value: string): [text: string, setText: (text: string) => void] {
  const [state, setState] = useState({ value, text: value })
  const current = state.value === value ? state : { value, text: value }
  if (current !== state) setState(current)
  return [current.text, text => setState({ value, text })]
}
