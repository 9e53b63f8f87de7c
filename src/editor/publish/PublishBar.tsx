import { useEffect, useState } from 'preact/hooks'
import { useSurvey } from '../state/store'
import { ConfirmDialog } from './ConfirmDialog'
import { ConflictDialog } from './ConflictDialog'
import type { Publisher } from './createPublisher'
import { HistoryDialog } from './HistoryDialog'
import { LaunchDialog } from './LaunchDialog'
import { PreviewLinkDialog } from './PreviewLinkDialog'
import { usePublisher, usePublisherState } from './publisherContext'
import { SaveStatus } from './SaveStatus'
import { STATUS_NAMES, type SurveyStatus, surveyStatus } from './surveyStatus'

type DialogName = 'launch' | 'publish' | 'stop' | 'archive' | 'history' | 'previewLink' | 'conflict'

/** State of the survey, whether it is saved, and the actions on the service. Nothing on a page without a service. */
export function PublishBar() {
  const publisher = usePublisher()
  return publisher && <ConnectedBar publisher={publisher} />
}

function ConnectedBar({ publisher }: { publisher: Publisher }) {
  const { remote, saving } = usePublisherState(publisher)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const close = () => setDialog(null)
  const status = surveyStatus(remote, Date.now())
  useLeaveWarning(saving.kind !== 'saved')
  useRetryWhenOnline(publisher)
  return (
    <section class="publish-bar" aria-label="Publishing">
      <span class={`status-chip ${status}`}>{STATUS_NAMES[status]}</span>
      <SaveStatus
        saving={saving}
        isNew={remote === null}
        isLaunched={status !== 'draft'}
        onRetry={() => void publisher.retry()}
        onCompare={() => setDialog('conflict')}
      />
      <div class="publish-actions">
        {remote && (
          <>
            <button type="button" class="button" onClick={() => setDialog('history')}>
              History
            </button>
            <button type="button" class="button" onClick={() => setDialog('previewLink')}>
              Open on my page
            </button>
          </>
        )}
        <StatusActions
          status={status}
          isEdited={saving.kind !== 'saved'}
          onDialog={setDialog}
          onFields={fields => void publisher.setFields(fields)}
        />
      </div>
      {dialog === 'launch' && <LaunchDialog publisher={publisher} onClose={close} />}
      {dialog === 'publish' && <LaunchDialog publisher={publisher} isLaunched onClose={close} />}
      {dialog === 'history' && <HistoryDialog publisher={publisher} onClose={close} />}
      {dialog === 'previewLink' && <PreviewLinkDialog publisher={publisher} onClose={close} />}
      {dialog === 'conflict' && saving.kind === 'conflict' && (
        <ConflictDialog publisher={publisher} theirs={saving.theirs} onClose={close} />
      )}
      {dialog === 'stop' && (
        <ConfirmDialog
          title="Stop the survey"
          action="Stop"
          onConfirm={() => publisher.setFields({ end_date: new Date().toISOString() })}
          onClose={close}
        >
          Visitors no longer see the survey. Visitors who have it open can finish it. Answers stay, and you
          can resume the survey later.
        </ConfirmDialog>
      )}
      {dialog === 'archive' && (
        <ConfirmDialog
          title="Archive the survey"
          action="Archive"
          onConfirm={() => publisher.setFields({ archived: true })}
          onClose={close}
        >
          The survey leaves the list of the console and the statistics of all surveys. Its answers stay, and
          you can restore it here.
        </ConfirmDialog>
      )}
    </section>
  )
}

interface StatusActionsProps {
  status: SurveyStatus
  isEdited: boolean
  onDialog(name: DialogName): void
  onFields(fields: { end_date?: null; archived?: boolean }): void
}

/**
 * The actions that the state of a survey allows. The last one is the main one. A button whose action changes with the state keeps its key,
 * so that a keyboard keeps its place.
 */
function StatusActions({ status, isEdited, onDialog, onFields }: StatusActionsProps) {
  const { questions } = useSurvey()
  const [label, isDisabled, act] = mainAction()
  return (
    <>
      {status === 'stopped' && (
        <button key="archive" type="button" class="button" onClick={() => onDialog('archive')}>
          Archive
        </button>
      )}
      {status !== 'draft' && status !== 'archived' && (
        <button
          key="switch"
          type="button"
          class="button"
          onClick={() => (status === 'stopped' ? onFields({ end_date: null }) : onDialog('stop'))}
        >
          {status === 'stopped' ? 'Resume' : 'Stop'}
        </button>
      )}
      <button
        key="main"
        type="button"
        class="button primary"
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && act()}
      >
        {label}
      </button>
    </>
  )

  function mainAction(): [label: string, isDisabled: boolean, act: () => void] {
    if (status === 'draft') return ['Launch', questions.length === 0, () => onDialog('launch')]
    if (status === 'archived') return ['Restore', false, () => onFields({ archived: false })]
    return ['Publish changes', !isEdited, () => onDialog('publish')]
  }
}

/** Lets the browser ask before a page with unsaved edits is left. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isUnsaved])
}

/** Repeats a save that has failed once the connection is back. */
function useRetryWhenOnline(publisher: Publisher): void {
  useEffect(() => {
    const onOnline = () => {
      if (publisher.state().saving.kind === 'failed') void publisher.retry()
    }
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [publisher])
}
