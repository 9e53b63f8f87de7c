import { previewAt } from '../state/previewState'
import type { InspectorTab, Store } from '../state/store'
import { focusAfterRender } from '../ui/focus'

const DISPLAY_FIELDS =
  /^(type|schedule|start_date|end_date|conditions|linked_flag|enable_partial|appearance\.(widget(Type|Label|Selector)|tabPosition|surveyPopup))/

/** The part of the form that has a field. */
export function tabOf(path: string): InspectorTab {
  if (/^(questions\[\d+\]\.)?translations/.test(path)) return 'languages'
  if (DISPLAY_FIELDS.test(path)) return 'display'
  return path.startsWith('appearance') ? 'appearance' : 'questions'
}

/** Opens the field that a path is about, or what is nearest to it, and puts the focus there. */
export function focusField(store: Store, path: string): void {
  const inspectorTab = tabOf(path)
  const index = /^questions\[(\d+)\]/.exec(path)?.[1]
  const language = /translations\.([^.]+)/.exec(path)?.[1]
  const { settings: view, history } = store.get()
  store.set({
    inspectorTab,
    pane: 'edit',
    ...(index !== undefined && {
      openQuestion: Number(index),
      preview: previewAt(history.present, Number(index)),
    }),
    ...(language && { settings: { ...view, language } }),
  })
  focusAfterRender(() => nearestField(path))
}

/** The element whose own path is the longest beginning of this one, or what is first inside of it. */
function nearestField(path: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-path]')]
  const ancestors = all.filter(element => path.startsWith(element.dataset.path!))
  const descendants = all.filter(element => element.dataset.path!.startsWith(path))
  return ancestors.sort((a, b) => b.dataset.path!.length - a.dataset.path!.length)[0] ?? descendants[0]
}
