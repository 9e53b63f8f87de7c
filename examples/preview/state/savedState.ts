import type { EditorState } from './store'

/** What is kept between visits, in the browser alone. */
const STORAGE_KEY = 'earshot_preview'
/** Steps of undo that are kept: enough to go on with, not enough to fill the storage. */
const MAX_SAVED_STEPS = 30

type SavedState = Pick<EditorState, 'history' | 'inspectorTab' | 'openQuestion' | 'settings' | 'jsonDraft'>

/** Keeps the work. False: the browser would not have it. */
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
    // Full, or switched off: the page says that it is not saved.
    return false
  }
}

/** What was kept; `undefined` for nothing, and for what is not ours. */
export function loadState(storage: Storage): SavedState | undefined {
  try {
    const saved = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null')
    return Array.isArray(saved?.history?.present?.questions) ? saved : undefined
  } catch {
    // Cut off: as good as none.
    return undefined
  }
}
