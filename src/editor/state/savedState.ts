import type { EditorState } from './store'

/** Undo and redo steps that are saved. All 200 would take too much of the storage quota. */
const MAX_SAVED_STEPS = 30

/** What is saved of the state of the editor. */
export type SavedState = Pick<
  EditorState,
  'history' | 'inspectorTab' | 'openQuestion' | 'settings' | 'jsonDraft'
>

/** Returns what is saved of the state of the editor. */
export function savedStateOf(state: EditorState): SavedState {
  const { inspectorTab, openQuestion, settings, jsonDraft } = state
  const { past, present, future } = state.history
  const history = {
    past: past.slice(-MAX_SAVED_STEPS),
    present,
    future: future.slice(0, MAX_SAVED_STEPS),
    lastChange: null,
  }
  return { history, inspectorTab, openQuestion, settings, jsonDraft }
}

/** Returns the saved state without undo steps, which take most of its space. */
export const withoutSteps = <T extends SavedState>(state: T): T => ({
  ...state,
  history: { ...state.history, past: [], future: [] },
})
