import type { EditorState } from './store'

const STORAGE_KEY = 'earshot_preview'
/** Undo and redo steps that are saved. All 200 would take too much of the storage quota. */
const MAX_SAVED_STEPS = 30

type SavedState = Pick<EditorState, 'history' | 'inspectorTab' | 'openQuestion' | 'settings' | 'jsonDraft'>

/**
 * Saves the survey and the state of the editor in this browser.
 *
 * @returns `false` when storage is full or disabled.
 */
export function saveState(storage: Storage, state: EditorState): boolean {
  const { inspectorTab, openQuestion, settings, jsonDraft } = state
  const { past, present, future } = state.history
  const history = {
    past: past.slice(-MAX_SAVED_STEPS),
    present,
    future: future.slice(0, MAX_SAVED_STEPS),
    lastChange: null,
  }
  const saved: SavedState = { history, inspectorTab, openQuestion, settings, jsonDraft }
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(saved))
    return true
  } catch {
    // Full or disabled: the caller shows a notice.
    return false
  }
}

/** Returns the saved state, or `undefined` when there is none or it is not valid. */
export function loadState(storage: Storage): SavedState | undefined {
  try {
    const saved = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null')
    return Array.isArray(saved?.history?.present?.questions) ? saved : undefined
  } catch {
    // Truncated or overwritten JSON counts as none.
    return undefined
  }
}
