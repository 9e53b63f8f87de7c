import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'
import { useDraft } from './useDraft'

/** Milliseconds between the last key and the search. */
const DELAY_MS = 200

/** A search field. `onValue` gets the text once typing pauses. */
export function SearchField({
  label,
  value,
  onValue,
}: {
  label: string
  value: string
  onValue(value: string): void
}) {
  const [text, setText] = useDraft(value)
  // A filter that is changed during the pause must not be undone by the callback of an earlier render.
  const callback = useRef(onValue)
  callback.current = onValue
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => callback.current(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search class="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </search>
  )
}
