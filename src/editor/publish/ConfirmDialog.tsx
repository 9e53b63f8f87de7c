import type { ComponentChildren } from 'preact'
import { Dialog } from '../ui/Dialog'

interface ConfirmDialogProps {
  title: string
  /** Text of the button. */
  action: string
  onConfirm(): void
  onClose(): void
  children: ComponentChildren
}

/** Asks before an action that visitors notice. */
export function ConfirmDialog({ title, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="copy-row align-end">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
