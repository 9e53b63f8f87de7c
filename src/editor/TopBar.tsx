import { PaneToggles } from './PaneToggles'
import { usePublisher } from './publish/publisherContext'
import { ShelfButton } from './shelf/ShelfButton'
import { showPane } from './state/foldedPanes'
import { useEditorState, useStore } from './state/store'
import { Icon } from './ui/Icon'
import { IconButton } from './ui/IconButton'
import { SegmentedControl } from './ui/SegmentedControl'

/** Name of the survey, undo and redo, dialogs, and the pane switch of small screens. */
export function TopBar() {
  const store = useStore()
  const { history, pane, dialog } = useEditorState()
  const survey = history.present
  return (
    <header class="top-bar">
      <a class="brand" href="/">
        <span class="visually-hidden">{usePublisher() ? 'Earshot console' : 'Earshot examples'}</span>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="9" />
          <path d="M9 11h14M9 16h14M9 21h8" />
        </svg>
      </a>
      <h1>{survey.name || 'Untitled survey'}</h1>
      <div class="top-bar-actions">
        <PaneToggles />
        <IconButton icon="undo" label="Undo" disabled={history.past.length === 0} onClick={store.undo} />
        <IconButton icon="redo" label="Redo" disabled={history.future.length === 0} onClick={store.redo} />
        <ShelfButton />
        <button type="button" class="button" onClick={() => store.set({ dialog: 'templates' })}>
          <Icon name="grid" />
          <span class="wide-only">Templates</span>
        </button>
        <button type="button" class="button" onClick={() => store.set({ dialog: 'share' })}>
          <Icon name="share" />
          <span class="wide-only">Share</span>
        </button>
        <button
          type="button"
          class="button primary"
          data-focus-key="testRun"
          aria-pressed={dialog === 'testRun'}
          aria-disabled={survey.questions.length === 0}
          onClick={() =>
            survey.questions.length > 0 &&
            store.set({ dialog: dialog === 'testRun' ? null : 'testRun', ...showPane(store.get(), 'edit') })
          }
        >
          <Icon name="play" />
          <span>
            Test<span class="wide-only"> run</span>
          </span>
        </button>
      </div>
      <div class="pane-switch">
        <SegmentedControl
          legend="Visible pane"
          name="pane"
          value={pane}
          options={[
            ['edit', dialog === 'testRun' ? 'Test run' : 'Edit'],
            ['preview', 'Preview'],
            ['branching', 'Branching'],
          ]}
          onValue={next => store.set({ pane: next })}
        />
      </div>
    </header>
  )
}
