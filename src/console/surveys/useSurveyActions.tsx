import { useState } from 'preact/hooks'
import type { Page } from '../../wire/console'
import type { ReadSurvey, WrittenSurvey } from '../../wire/managedSurvey'
import { MANAGED_SURVEYS_PATH } from '../../wire/paths'
import { useConsole } from '../ui/consoleContext'
import type { MenuItem } from '../ui/Menu'
import { copyOf } from './copyOf'
import { editorUrl } from './editorUrl'
import { DeleteDialog, JsonDialog, StartDialog } from './SurveyDialogs'
import type { SurveyState } from './surveyState'
import { SURVEY_LIMIT } from './useSurveys'

interface SurveyActionsOptions {
  /** The survey has another state now, a copy exists, or the survey is gone. */
  onChange(): void
  onDelete?(): void
}

type OpenDialog = { name: 'start' | 'delete' | 'json'; survey: ReadSurvey } | null

/** Returns what can be done with a survey, and the dialog that is open for it. */
export function useSurveyActions({ onChange, onDelete = onChange }: SurveyActionsOptions) {
  const { api, project, may, notify } = useConsole()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const patch = async (survey: ReadSurvey, change: Partial<ReadSurvey>, done: string) => {
    const result = await api.patch<WrittenSurvey>(`${MANAGED_SURVEYS_PATH}/${survey.id}`, change)
    notify(result.ok ? `“${survey.name}” ${done}.` : result.error.message)
    if (result.ok) onChange()
  }
  const now = () => new Date().toISOString()
  const duplicate = async (survey: ReadSurvey) => {
    const surveys = await api.get<Page<ReadSurvey>>(MANAGED_SURVEYS_PATH, { query: { limit: SURVEY_LIMIT } })
    if (!surveys.ok) return notify(surveys.error.message)
    const copy = copyOf(
      survey,
      surveys.value.results.map(({ name }) => name),
    )
    const result = await api.post<WrittenSurvey>(MANAGED_SURVEYS_PATH, copy)
    notify(result.ok ? `Draft “${copy.name}” created.` : result.error.message)
    if (result.ok) onChange()
  }
  const remove = async (survey: ReadSurvey) => {
    const result = await api.delete(`${MANAGED_SURVEYS_PATH}/${survey.id}`)
    notify(result.ok ? `“${survey.name}” deleted.` : result.error.message)
    if (result.ok) onDelete()
  }
  const stateItem = (survey: ReadSurvey, state: SurveyState): MenuItem[] => {
    switch (state) {
      case 'draft':
        return [{ label: 'Start…', icon: 'play', onSelect: () => setDialog({ name: 'start', survey }) }]
      case 'scheduled':
        return [
          {
            label: 'Start now',
            icon: 'play',
            onSelect: () => patch(survey, { start_date: now() }, 'started'),
          },
          {
            label: 'Back to draft',
            icon: 'stop',
            onSelect: () => patch(survey, { start_date: null }, 'is a draft again'),
          },
        ]
      case 'running':
        return [
          { label: 'Stop', icon: 'stop', onSelect: () => patch(survey, { end_date: now() }, 'stopped') },
        ]
      case 'ended':
        return [
          { label: 'Resume', icon: 'play', onSelect: () => patch(survey, { end_date: null }, 'runs again') },
        ]
      case 'archived':
        return []
    }
  }
  const archiveItem = (survey: ReadSurvey, state: SurveyState): MenuItem[] => {
    if (state === 'archived')
      return [
        {
          label: 'Restore',
          icon: 'undo',
          onSelect: () => patch(survey, { archived: false }, 'is back in the list'),
        },
      ]
    // A survey that visitors still see must not leave the list.
    if (state === 'running' || state === 'scheduled') return []
    return [
      { label: 'Archive', icon: 'archive', onSelect: () => patch(survey, { archived: true }, 'archived') },
    ]
  }
  const itemsOf = (survey: ReadSurvey, state: SurveyState): MenuItem[] => {
    const json: MenuItem = {
      label: 'JSON',
      icon: 'code',
      onSelect: () => setDialog({ name: 'json', survey }),
    }
    if (!may('survey:write')) return [json]
    return [
      ...stateItem(survey, state),
      { label: 'Edit', icon: 'edit', href: editorUrl(project.id, survey.id) },
      { label: 'Duplicate', icon: 'copy', onSelect: () => duplicate(survey) },
      json,
      ...archiveItem(survey, state),
      {
        label: 'Delete…',
        icon: 'trash',
        isDangerous: true,
        onSelect: () => setDialog({ name: 'delete', survey }),
      },
    ]
  }
  const dialogElement = dialog && (
    <div>
      {dialog.name === 'json' && <JsonDialog survey={dialog.survey} onClose={close} />}
      {dialog.name === 'delete' && (
        <DeleteDialog survey={dialog.survey} onClose={close} onDelete={() => remove(dialog.survey)} />
      )}
      {dialog.name === 'start' && (
        <StartDialog
          survey={dialog.survey}
          onClose={close}
          onStart={() => patch(dialog.survey, { start_date: now() }, 'started')}
        />
      )}
    </div>
  )
  return { itemsOf, dialogElement }
}
