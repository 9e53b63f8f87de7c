import type { TargetedEvent } from 'preact'

/**
 * Returns the listeners of a form that call back when it is submitted: by its button, or by Enter in a field, which clicks it.
 *
 * A sandboxed frame that allows no forms has no event `submit`. A website may stop the click. See D-430.
 */
export const onSubmit = (run: (form: HTMLFormElement) => void) => {
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    if (event.type === 'click' && (event.target as HTMLButtonElement).type !== 'submit') return
    event.preventDefault()
    run(event.currentTarget)
  }
  return { onSubmit: submit, onClick: submit }
}
