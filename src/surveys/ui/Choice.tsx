import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

interface ChoiceProps {
  kind: 'radio' | 'checkbox'
  checked: boolean
  /** Class of what is drawn after the control, which itself lies invisible over the whole. */
  class: string
  children?: ComponentChildren
  /**
   * @param settled Done by pointer, Space or Enter; false when an arrow key merely passed through.
   */
  onPick(settled: boolean): void
}

/** A native radio or checkbox under the drawing of one; so keyboards, forms and screen readers find what they know. */
export function Choice({ kind, checked, onPick, class: name, children }: ChoiceProps) {
  const passing = useRef(false)
  return (
    <label class={name}>
      <input
        type={kind}
        name="answer"
        checked={checked}
        onKeyDown={event => {
          passing.current = event.key.startsWith('Arrow')
          // Enter on a radio would submit the form with what was chosen before.
          if (event.key === 'Enter' && kind === 'radio' && !checked) {
            event.preventDefault()
            event.currentTarget.click()
          }
        }}
        onKeyUp={() => {
          passing.current = false
        }}
        onClick={() => onPick(!passing.current)}
      />
      {children}
    </label>
  )
}
