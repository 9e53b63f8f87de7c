import type { Saving } from './createPublisher'

interface SaveStatusProps {
  saving: Saving
  /** Whether the service does not have the survey yet. */
  isNew: boolean
  /** Whether edits wait for "Publish changes". */
  isLaunched: boolean
  onRetry(): void
  onCompare(): void
}

/** Says whether the service has the edits. Screen readers announce changes. */
export function SaveStatus({ saving, isNew, isLaunched, onRetry, onCompare }: SaveStatusProps) {
  return (
    <div class="save-status">
      <span role="status" class={saving.kind}>
        {textOf(saving, { isNew, isLaunched })}
      </span>
      {saving.kind === 'failed' && (
        <button type="button" class="text-button" onClick={onRetry}>
          Retry
        </button>
      )}
      {saving.kind === 'conflict' && (
        <button type="button" class="text-button" onClick={onCompare}>
          Compare
        </button>
      )}
    </div>
  )
}

function textOf(
  saving: Saving,
  { isNew, isLaunched }: Pick<SaveStatusProps, 'isNew' | 'isLaunched'>,
): string {
  switch (saving.kind) {
    case 'saved':
      return isNew ? 'Not saved yet' : 'Saved'
    case 'edited':
      return isLaunched ? 'Changes are not published' : 'Not saved yet'
    case 'saving':
      return 'Saving…'
    case 'failed':
      return `Not saved: ${saving.reason} ${
        saving.isKept
          ? 'Your changes are kept in this browser.'
          : 'This browser cannot keep your changes. Copy the JSON before you leave.'
      }`
    case 'conflict':
      return 'Not saved: somebody else has changed the survey. Your changes are kept in this browser.'
  }
}
