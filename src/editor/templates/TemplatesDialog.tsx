import type { Survey } from 'earshot'
import { questionCount } from '../edit/questionCount'
import { ImportForm } from '../import/ImportForm'
import { useShelf } from '../shelf/shelfContext'
import { showPane } from '../state/foldedPanes'
import { useStore } from '../state/store'
import { Dialog } from '../ui/Dialog'
import { focusAfterRender } from '../ui/focus'
import { SurveyPicture } from './SurveyPicture'
import { emptySurvey, surveyFrom, TEMPLATES } from './templates'

/** Surveys with an id, which stay the same so that a picture is drawn once. */
const PICTURED = new Map(TEMPLATES.map(template => [template, surveyFrom(template, 'template')]))

/** Opens a template, an empty survey or imported JSON. Without a shelf it replaces the survey, which undo restores. */
export function TemplatesDialog() {
  const store = useStore()
  const shelf = useShelf()
  const close = () => store.set({ dialog: null })
  const replace = (survey: Survey, action: string, { isTemplate = true } = {}) => {
    if (shelf) {
      // Without room, its notice is below the dialog.
      if (!shelf.create(survey, { notice: action, isTemplate })) close()
      return
    }
    store.replace(survey)
    store.set({
      dialog: null,
      inspectorTab: 'questions',
      ...showPane(store.get(), 'edit'),
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
                <span class="timing">
                  {questionCount(survey)} · {template.timing}
                </span>
              </button>
              <SurveyPicture survey={PICTURED.get(template)!} />
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
      <ImportForm onSurvey={survey => replace(survey, 'Survey imported', { isTemplate: false })} />
    </Dialog>
  )
}
