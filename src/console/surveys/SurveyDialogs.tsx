import type { Survey } from 'earshot'
import { lintSurvey } from 'earshot/surveys'
import type { ComponentChildren } from 'preact'
import { formatJson } from '../../editor/export/managementJson'
import { Dialog } from '../../editor/ui/Dialog'
import { Icon } from '../../editor/ui/Icon'
import type { ReadSurvey } from '../../wire/managedSurvey'
import { CopyBlock } from '../ui/CopyBlock'
import { useConsole } from '../ui/consoleContext'
import { editorUrl } from './editorUrl'

interface SurveyDialogProps {
  survey: ReadSurvey
  onClose(): void
}

/** The survey as the service returns it. */
export function JsonDialog({ survey, onClose }: SurveyDialogProps) {
  return (
    <Dialog title={survey.name} onClose={onClose}>
      <CopyBlock label="Survey as JSON" text={formatJson(survey)} />
    </Dialog>
  )
}

/** Asks before a survey is deleted. */
export function DeleteDialog({ survey, onClose, onDelete }: SurveyDialogProps & { onDelete(): void }) {
  return (
    <Dialog title={`Delete “${survey.name}”?`} onClose={onClose}>
      <p>
        The survey, its statistics and its results leave the console. This cannot be undone. To keep them,
        archive the survey.
      </p>
      <DialogButtons onClose={onClose}>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            onClose()
            onDelete()
          }}
        >
          <Icon name="trash" />
          Delete
        </button>
      </DialogButtons>
    </Dialog>
  )
}

/** Shows what is wrong with a draft, and asks before visitors see it. */
export function StartDialog({ survey, onClose, onStart }: SurveyDialogProps & { onStart(): void }) {
  const { project } = useConsole()
  const findings = lintSurvey(survey as unknown as Survey)
  const hasErrors = findings.some(({ severity }) => severity === 'error')
  return (
    <Dialog title={`Start “${survey.name}”?`} onClose={onClose}>
      {findings.length === 0 ? (
        <p>Visitors who match its conditions see it from now on.</p>
      ) : (
        <div class="finding-summary">
          <p>
            {hasErrors
              ? 'It does not work as it is. Mend this in the editor first:'
              : 'Visitors who match its conditions see it from now on. Before that, look at this:'}
          </p>
          <ul>
            {findings.map(({ code, path, severity, message }) => (
              <li key={code + path} class={severity}>
                <Icon name={severity} />
                <span>
                  {path && <code>{path}</code>} {message}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DialogButtons onClose={onClose}>
        <a class="button" href={editorUrl(project.id, survey.id)}>
          <Icon name="edit" />
          Edit
        </a>
        {!hasErrors && (
          <button
            type="button"
            class="button primary"
            onClick={() => {
              onClose()
              onStart()
            }}
          >
            <Icon name="play" />
            Start
          </button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

function DialogButtons({ onClose, children }: { onClose(): void; children: ComponentChildren }) {
  return (
    <div class="dialog-buttons">
      <button type="button" class="button" onClick={onClose}>
        Cancel
      </button>
      {children}
    </div>
  )
}
