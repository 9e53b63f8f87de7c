import type { ComponentChildren } from 'preact'

interface ChoiceProps {
  kind: 'radio' | 'checkbox'
  checked: boolean
  class: string
  /** What is drawn for it; the control itself lies invisible over the whole. */
  children?: ComponentChildren
  onPick(control: Element): void
}

/** A native radio or checkbox under the drawing of one; so keyboards, forms and screen readers find what they know. */
export function Choice({ kind, checked, onPick, class: name, children }: ChoiceProps) {
  return (
    <label class={name}>
      <input
        type={kind}
        name="answer"
        checked={checked}
        onClick={event => onPick(event.currentTarget)}
        onKeyDown={event => {
          // Enter would submit the form with what was chosen before, or not at all where there is no button, and Space on a
          // chosen radio would say nothing.
          const submits = checked && event.currentTarget.form?.querySelector('[type=submit]')
          const decides = event.key === ' ' || (event.key === 'Enter' && !submits)
          if (kind !== 'radio' || !decides) return
          event.preventDefault()
          event.currentTarget.click()
        }}
      />
      {children}
    </label>
  )
}
