import { languageName, languagesOf } from '../edit/languages'
import { hasMessagePage, MESSAGE_PAGES, type MessagePageName, positionOf } from '../edit/messagePages'
import { afterBack, canGoBack, initialPreview, previewAt } from '../state/previewState'
import { useEditorState, useStore } from '../state/store'
import { Icon } from '../ui/Icon'
import { DeviceFrame, type PreviewFrameProps } from './DeviceFrame'
import { PreviewControls } from './PreviewControls'

/** Shows the survey as visitors see it, with display options above and page navigation below. */
export function PreviewPane(props: PreviewFrameProps) {
  return (
    <section id="pane-preview" class="pane preview-pane" aria-label="Preview">
      <PreviewControls />
      <DeviceFrame {...props} />
      <PageNavigation />
    </section>
  )
}

/** Navigates the pages of the survey: back, jump to a page, its language, restart. */
function PageNavigation() {
  const store = useStore()
  const { history, preview, settings } = useEditorState()
  const survey = history.present
  const languages = languagesOf(survey)
  const messagePage = (name: MessagePageName): [page: number, name: string][] =>
    hasMessagePage(survey, name) ? [[positionOf(survey, name), MESSAGE_PAGES[name].label]] : []
  const pages: [page: number, name: string][] = [
    ...messagePage('intro'),
    ...survey.questions.map(
      (question, index) =>
        [index, `${index + 1}. ${question.question || 'Untitled question'}`] as [number, string],
    ),
    ...messagePage('thankYou'),
  ]
  const isFirst = !canGoBack(survey, preview)
  return (
    <div class="page-navigation">
      <button
        type="button"
        class="text-button"
        aria-disabled={isFirst}
        onClick={() => isFirst || store.set({ preview: afterBack(survey, preview) })}
      >
        <Icon name="back" />
        <span class="wide-only">Back</span>
      </button>
      <label>
        <span class="visually-hidden">Survey page</span>
        <select
          value={preview.isClosed ? 'closed' : String(preview.page)}
          onChange={event => store.set({ preview: previewAt(survey, Number(event.currentTarget.value)) })}
        >
          {preview.isClosed && <option value="closed">Closed</option>}
          {pages.map(([page, name]) => (
            <option key={page} value={page}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {languages.length > 0 && (
        <label>
          <span class="visually-hidden">Language of the preview</span>
          <select
            value={settings.language}
            onChange={event => store.set({ settings: { ...settings, language: event.currentTarget.value } })}
          >
            <option value="">Original</option>
            {languages.map(language => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </select>
        </label>
      )}
      {settings.device === 'desktop' && (
        <label class="toggle">
          <input
            type="checkbox"
            checked={settings.isActualSize}
            onChange={event =>
              store.set({ settings: { ...settings, isActualSize: event.currentTarget.checked } })
            }
          />
          <span>Full size</span>
        </label>
      )}
      <button
        type="button"
        class="text-button"
        onClick={() => store.set({ preview: initialPreview(survey) })}
      >
        <Icon name="restart" />
        <span class="wide-only">Restart</span>
      </button>
    </div>
  )
}
