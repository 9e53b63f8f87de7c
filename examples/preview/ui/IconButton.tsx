import { Icon, type IconName } from './Icon'

interface IconButtonProps {
  icon: IconName
  /** What it does, for a pointer that rests on it and for people who do not see it. */
  label: string
  onClick(): void
  disabled?: boolean
  /** Names the button for `focusSoon`. */
  focusKey?: string
}

/** A button with a picture alone. A disabled one can still have the focus: it must not vanish from under the keyboard. */
export function IconButton({ icon, label, onClick, disabled = false, focusKey }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      data-focus-key={focusKey}
      onClick={() => disabled || onClick()}
    >
      <Icon name={icon} />
    </button>
  )
}
