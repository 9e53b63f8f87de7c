import { useApp, useStore } from './store'
import { Icon } from './ui/Icon'
import { IconButton } from './ui/IconButton'
import { Segments } from './ui/Segments'

/** What concerns the survey as a whole. */
export function TopBar() {
  const store = useStore()
  const { history, pane, dialog } = useApp()
  const survey = history.present
  return (
    <header class="top">
      <a class="brand" href="/">
        <span class="hidden">Earshot examples</span>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="9" />
          <path d="M9 11h14M9 16h14M9 21h8" />
        </svg>
      </a>
      <h1>{survey.name || 'Untitled survey'}</h1>
      <div class="top-tools">
        <IconButton icon="undo" label="Undo" disabled={history.past.length === 0} onClick={store.undo} />
        <IconButton icon="redo" label="Redo" disabled={history.future.length === 0} onClick={store.redo} />
        <button type="button" class="button" onClick={() => store.set({ dialog: 'templates' })}>
          <Icon name="grid" />
          <span class="wide-only">Templates</span>
        </button>
        <button type="button" class="button" onClick={() => store.set({ dialog: 'take' })}>
          <Icon name="share" />
          <span class="wide-only">Share</span>
        </button>
        <button
          type="button"
          class="button primary"
          data-mark="try"
          aria-pressed={dialog === 'try'}
          aria-disabled={survey.questions.length === 0}
          onClick={() =>
            survey.questions.length > 0 &&
            store.set({ dialog: dialog === 'try' ? null : 'try', pane: 'edit' })
          }
        >
          <Icon name="play" />
          <span>
            Try it<span class="wide-only"> on the page</span>
          </span>
        </button>
      </div>
      <div class="pane-switch">
        <Segments
          legend="What to see"
          name="pane"
          value={pane}
          options={[
            ['edit', dialog === 'try' ? 'Try' : 'Edit'],
            ['preview', 'Preview'],
            ['map', 'Map'],
          ]}
          onValue={next => store.set({ pane: next })}
        />
      </div>
    </header>
  )
}
