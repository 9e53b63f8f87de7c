import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'

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
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onValue(text), DELAY_MS)
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
