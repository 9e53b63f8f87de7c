import { canWalkBack, startWalk, walkBack, walkTo } from '../flow/walk'
import { useApp, useStore } from '../store'
import { Icon } from '../ui/Icon'
import { DeviceFrame, type StageProps } from './DeviceFrame'
import { ViewControls } from './ViewControls'

/** The survey as visitors get it, and the ways through it. */
export function Stage(props: StageProps) {
  return (
    <section class="pane stage" aria-label="Preview">
      <ViewControls />
      <DeviceFrame {...props} />
      <WalkBar />
    </section>
  )
}

/** Back, again from the start, and where one is. */
function WalkBar() {
  const store = useStore()
  const { history, walk } = useApp()
  const survey = history.present
  const last = survey.questions.length
  const pages: [page: number, name: string][] = [
    ...(survey.appearance?.displayIntroScreen ? [[-1, 'Introduction'] as [number, string]] : []),
    ...survey.questions.map(
      (question, index) =>
        [index, `${index + 1}. ${question.question || 'A question without a text'}`] as [number, string],
    ),
    ...(survey.appearance?.displayThankYouMessage ? [[last, 'Thank you'] as [number, string]] : []),
  ]
  const isFirst = !canWalkBack(survey, walk)
  return (
    <div class="walk">
      <button
        type="button"
        class="quiet"
        aria-disabled={isFirst}
        onClick={() => isFirst || store.set({ walk: walkBack(survey, walk) })}
      >
        <Icon name="back" />
        Back
      </button>
      <label>
        <span class="hidden">Page of the survey</span>
        <select
          value={walk.isOver ? 'over' : String(walk.page)}
          onChange={event => store.set({ walk: walkTo(survey, Number(event.currentTarget.value)) })}
        >
          {walk.isOver && <option value="over">It is over</option>}
          {pages.map(([page, name]) => (
            <option key={page} value={page}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="quiet" onClick={() => store.set({ walk: startWalk(survey) })}>
        <Icon name="restart" />
        Restart
      </button>
    </div>
  )
}
