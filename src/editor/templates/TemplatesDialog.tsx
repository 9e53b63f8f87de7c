import type { Survey } from 'earshot'
import { ImportForm } from '../import/ImportForm'
import { useStore } from '../state/store'
import { Dialog } from '../ui/Dialog'
import { focusAfterRender } from '../ui/focus'
import { emptySurvey, surveyFrom, TEMPLATES } from './templates'

/** Replaces the survey with a template, an empty survey or imported JSON. Undo restores the previous survey. */
export function TemplatesDialog() {
  const store = useStore()
  const close = () => store.set({ dialog: null })
  const replace = (survey: Survey, action: string) => {
    store.replace(survey)
    store.set({
      dialog: null,
      inspectorTab: 'questions',
      pane: 'edit',
      jsonDraft: null,
      notice: `${action}. Undo restores the previous survey.`,
    })
  }
  return (
    <Dialog title="New survey" onClose={close}>
      <ul class="templates">
        {TEMPLATES.map(template => {
          const { survey } = template
          return (
            <li key={survey.name}>
              <button
                type="button"
                onClick={() =>
                  replace(surveyFrom(template, crypto.randomUUID()), `Template “${survey.name}” opened`)
                }
              >
                <strong>{survey.name}</strong>
                <span>{template.purpose}</span>
                <span class="timing">{template.timing}</span>
              </button>
            </li>
          )
        })}
        <li>
          <button
            type="button"
            class="empty-template"
            onClick={() => {
              replace(emptySurvey(crypto.randomUUID()), 'Empty survey created')
              focusAfterRender(() => document.getElementById('name'))
            }}
          >
            <strong>Empty survey</strong>
            <span>Start without questions</span>
          </button>
        </li>
      </ul>
      <ImportForm onSurvey={survey => replace(survey, 'Survey imported')} />
    </Dialog>
  )
}
