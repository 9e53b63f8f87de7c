import type { ComponentChildren } from 'preact'

interface ChoiceProps {
  kind: 'radio' | 'checkbox'
  checked: boolean
  class: string
  /** What the visitor sees. The control lies invisibly above all of it. */
  children?: ComponentChildren
  onPick(control: Element): void
}

/** A native radio or checkbox that is drawn by its children, so that keyboards and screen readers find what they know. */
export function Choice({ kind, checked, onPick, class: className, children }: ChoiceProps) {
  return (
    <label class={className}>
      <input
        type={kind}
        name="answer"
        checked={checked}
        onClick={event => onPick(event.currentTarget)}
        onKeyDown={event => {
          // Enter would submit the form with the previous choice, or do nothing without a submit button. Space would do nothing
          // on a radio that is checked already.
          const submits = checked && event.currentTarget.form?.querySelector('[type=submit]')
          const picks = event.key === ' ' || (event.key === 'Enter' && !submits)
          if (kind !== 'radio' || !picks) return
          event.preventDefault()
          event.currentTarget.click()
        }}
      />
      {children}
    </label>
  )
}
