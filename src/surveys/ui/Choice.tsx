import type { ComponentChildren } from 'preact'

interface ChoiceProps {
  kind: 'radio' | 'checkbox'
  /** Names the choice in `onChoice`. */
  value: number
  checked: boolean
  class: string
  /** What the visitor sees. The control lies invisibly above all of it. */
  children?: ComponentChildren
}

/** A native radio or checkbox that is drawn by its children, so that keyboards and screen readers find what they know. */
export const Choice = ({ kind, value, checked, class: className, children }: ChoiceProps) => (
  <label class={className}>
    <input type={kind} name="answer" value={value} checked={checked} />
    {children}
  </label>
)

/**
 * Returns the listeners of an element with choices: one for all of them, because a scale has eleven.
 *
 * @param pick Called with the value of the choice and its control.
 */
export const onChoice = (pick: (value: number, control: HTMLInputElement) => void) => ({
  onClick({ target }: Event) {
    if (isChoice(target)) pick(Number(target.value), target)
  },
  onKeyDown(event: KeyboardEvent) {
    const { target, key } = event
    if (!isChoice(target) || target.type !== 'radio') return
    // Enter would submit the form with the previous choice, or do nothing without a submit button. Space would do nothing on a
    // radio that is checked already.
    const submits = target.checked && target.form?.querySelector('[type=submit]')
    if (key !== ' ' && (key !== 'Enter' || submits)) return
    event.preventDefault()
    target.click()
  },
})

const isChoice = (target: EventTarget | null): target is HTMLInputElement =>
  (target as HTMLInputElement).name === 'answer'
