import type { EditorState, PaneName, Store } from './store'

const STORAGE_KEY = 'earshot_editor_folded'
const PANES: readonly PaneName[] = ['edit', 'preview', 'branching']

/** Whether a pane is open and is the last one that is. It cannot be folded. */
export const isLastOpen = (folded: readonly PaneName[], pane: PaneName): boolean =>
  !folded.includes(pane) && folded.length === PANES.length - 1

/** Returns the folded panes after one of them is folded, or unfolded. */
export function toggleFolded(folded: readonly PaneName[], pane: PaneName): readonly PaneName[] {
  if (isLastOpen(folded, pane)) return folded
  return folded.includes(pane) ? folded.filter(other => other !== pane) : [...folded, pane]
}

/** Returns the state in which a pane is visible, on small screens and on large ones. */
export const showPane = ({ folded }: EditorState, pane: PaneName): Pick<EditorState, 'pane' | 'folded'> => ({
  pane,
  folded: folded.filter(other => other !== pane),
})

/** Restores the folded panes, and saves them in this browser when they change. They belong to no survey. See D-636. */
export function rememberFolded(store: Store, storage: Storage): void {
  store.set({ folded: readFolded(storage) })
  let saved = store.get().folded
  store.subscribe(() => {
    const { folded } = store.get()
    if (folded === saved) return
    saved = folded
    try {
      storage.setItem(STORAGE_KEY, JSON.stringify(folded))
    } catch {
      // Full or disabled: the panes are folded until the page is left.
    }
  })
}

function readFolded(storage: Storage): readonly PaneName[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')
    const folded = PANES.filter(pane => Array.isArray(saved) && saved.includes(pane))
    return folded.length < PANES.length ? folded : []
  } catch {
    // Disabled storage, or overwritten JSON: as if nothing was folded.
    return []
  }
}
