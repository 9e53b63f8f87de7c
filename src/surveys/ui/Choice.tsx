import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'

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

/** Within this time, in ms, a second digit belongs to the first: "1" and "0" are 10. */
const DIGITS_MS = 1000

/** Selects the cell of a scale that shows the character of a key, or the two digits that were typed. See D-575. */
export function pickByDigit(event: TargetedKeyboardEvent<HTMLFormElement>): void {
  const { key, timeStamp, ctrlKey, altKey, metaKey, currentTarget } = event
  if (ctrlKey || altKey || metaKey) return
  const controlOf = (text: string) =>
    [...currentTarget.querySelectorAll('.tile')].find(tile => tile.textContent === text)
      ?.previousElementSibling as HTMLInputElement | undefined
  const { value, dataset } = event.target as HTMLInputElement
  const follows = timeStamp - Number(dataset.typedAt) < DIGITS_MS
  const control = (follows && controlOf(value + key)) || controlOf(key)
  if (!control) return
  control.dataset.typedAt = `${timeStamp}`
  control.focus()
  control.click()
}
