import { Dialog } from '../ui/Dialog'
import type { Publisher } from './createPublisher'
import { describeChanges } from './describeChanges'
import { usePublisherState } from './publisherContext'
import { editorSurvey, type ServiceSurvey } from './surveyFields'

interface ConflictDialogProps {
  publisher: Publisher
  theirs: ServiceSurvey
  onClose(): void
}

/** Asks whose changes to keep when somebody else has saved the survey meanwhile. */
export function ConflictDialog({ publisher, theirs, onClose }: ConflictDialogProps) {
  const { remote } = usePublisherState(publisher)
  const changes = remote ? describeChanges(editorSurvey(remote), editorSurvey(theirs)) : []
  const decide = (action: (theirs: ServiceSurvey) => unknown) => {
    onClose()
    void action(theirs)
  }
  return (
    <Dialog title="Changed by somebody else" onClose={onClose}>
      <section class="share-section">
        <h3>Their changes</h3>
        <ul class="change-list">
          {changes.length === 0 && <li>Settings that the editor does not show.</li>}
          {changes.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <p class="hint">
        Keeping yours writes the fields that you have changed, and leaves the other fields as they have saved
        them. Either choice can be undone.
      </p>
      <div class="copy-row align-end">
        <button type="button" class="button" onClick={() => decide(publisher.takeTheirs)}>
          Take theirs
        </button>
        <button type="button" class="button primary" onClick={() => decide(publisher.keepMine)}>
          Keep mine
        </button>
      </div>
    </Dialog>
  )
}
