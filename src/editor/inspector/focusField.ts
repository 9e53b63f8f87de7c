import { messagePageOf } from '../edit/messagePages'
import { showPane } from '../state/foldedPanes'
import { previewAt } from '../state/previewState'
import type { InspectorTab, Store } from '../state/store'
import { focusAfterRender } from '../ui/focus'

/** Paths of the fields in the display tab. */
const DISPLAY_FIELDS =
  /^(type|schedule|start_date|end_date|conditions|linked_flag|enable_partial|appearance\.(widget(Type|Label|Selector)|tabPosition|surveyPopup))/

/** Returns the tab that contains the field of a path. */
export function tabOf(path: string): InspectorTab {
  if (/^(questions\[\d+\]\.)?translations/.test(path)) return 'languages'
  if (DISPLAY_FIELDS.test(path)) return 'display'
  if (messagePageOf(path)) return 'questions'
  return path.startsWith('appearance') ? 'appearance' : 'questions'
}

/** Opens the tab and the question, or the page, of a path and focuses its field, or the closest field that there is. */
export function focusField(store: Store, path: string): void {
  const inspectorTab = tabOf(path)
  const index = /^questions\[(\d+)\]/.exec(path)?.[1]
  const language = /translations\.([^.]+)/.exec(path)?.[1]
  const messagePage = messagePageOf(path)
  const { settings, history } = store.get()
  store.set({
    inspectorTab,
    ...showPane(store.get(), 'edit'),
    ...(index !== undefined && {
      openQuestion: Number(index),
      preview: previewAt(history.present, Number(index)),
    }),
    ...(messagePage && { openQuestion: messagePage }),
    ...(language && { settings: { ...settings, language } }),
  })
  focusAfterRender(() => nearestField(path))
}

/** Returns the field with the longest path that is a prefix of this one, or the first field inside it. */
function nearestField(path: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-path]')]
  const ancestors = all.filter(element => path.startsWith(element.dataset.path!))
  const descendants = all.filter(element => element.dataset.path!.startsWith(path))
  return ancestors.sort((a, b) => b.dataset.path!.length - a.dataset.path!.length)[0] ?? descendants[0]
}
