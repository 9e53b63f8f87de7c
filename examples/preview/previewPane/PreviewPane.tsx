import { afterBack, canGoBack, initialPreview, previewAt } from '../state/previewState'
import { useEditorState, useStore } from '../state/store'
import { Icon } from '../ui/Icon'
import { DeviceFrame, type PreviewFrameProps } from './DeviceFrame'
import { PreviewControls } from './PreviewControls'

/** The survey as visitors get it, and the ways through it. */
export function PreviewPane(props: PreviewFrameProps) {
  return (
    <section class="pane stage" aria-label="Preview">
      <PreviewControls />
      <DeviceFrame {...props} />
      <PageNavigation />
    </section>
  )
}

/** Back, again from the start, and where one is. */
function PageNavigation() {
  const store = useStore()
  const { history, preview: walk } = useEditorState()
  const survey = history.present
  const thankYouPage = survey.questions.length
  const pages: [page: number, name: string][] = [
    ...(survey.appearance?.displayIntroScreen ? [[-1, 'Introduction'] as [number, string]] : []),
    ...survey.questions.map(
      (question, index) =>
        [index, `${index + 1}. ${question.question || 'A question without a text'}`] as [number, string],
    ),
    ...(survey.appearance?.displayThankYouMessage ? [[thankYouPage, 'Thank you'] as [number, string]] : []),
  ]
  const isFirst = !canGoBack(survey, walk)
  return (
    <div class="walk">
      <button
        type="button"
        class="quiet"
        aria-disabled={isFirst}
        onClick={() => isFirst || store.set({ preview: afterBack(survey, walk) })}
      >
        <Icon name="back" />
        Back
      </button>
      <label>
        <span class="hidden">Page of the survey</span>
        <select
          value={walk.isClosed ? 'over' : String(walk.page)}
          onChange={event => store.set({ preview: previewAt(survey, Number(event.currentTarget.value)) })}
        >
          {walk.isClosed && <option value="over">It is over</option>}
          {pages.map(([page, name]) => (
            <option key={page} value={page}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="quiet" onClick={() => store.set({ preview: initialPreview(survey) })}>
        <Icon name="restart" />
        Restart
      </button>
    </div>
  )
}
