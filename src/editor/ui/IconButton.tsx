import { Icon, type IconName } from './Icon'

interface IconButtonProps {
  icon: IconName
  /** Tooltip and accessible name. */
  label: string
  onClick(): void
  disabled?: boolean
  /** Key for `findByFocusKey`. */
  focusKey?: string
}

/** A button with an icon only. It stays focusable when disabled, so that keyboard users do not lose the focus. */
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
