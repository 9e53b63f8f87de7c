import { walkTo } from '../flow/walk'
import type { Section, Store } from '../store'
import { focusSoon } from '../ui/focus'

const SHOWING =
  /^(type|schedule|start_date|end_date|conditions|linked_flag|enable_partial|appearance\.(widget(Type|Label|Selector)|tabPosition|surveyPopup))/

/** The part of the form that has a field. */
export function sectionOf(path: string): Section {
  if (/^(questions\[\d+\]\.)?translations/.test(path)) return 'languages'
  if (SHOWING.test(path)) return 'showing'
  return path.startsWith('appearance') ? 'look' : 'questions'
}

/** Opens the field that a path is about, or what is nearest to it, and puts the focus there. */
export function openPath(store: Store, path: string): void {
  const section = sectionOf(path)
  const index = /^questions\[(\d+)\]/.exec(path)?.[1]
  const language = /translations\.([^.]+)/.exec(path)?.[1]
  const { view, history } = store.get()
  store.set({
    section,
    pane: 'edit',
    ...(index !== undefined && { open: Number(index), walk: walkTo(history.present, Number(index)) }),
    ...(language && { view: { ...view, language } }),
  })
  focusSoon(() => nearest(path))
}

/** The element whose own path is the longest beginning of this one, or what is first inside of it. */
function nearest(path: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-path]')]
  const around = all.filter(element => path.startsWith(element.dataset.path!))
  const inside = all.filter(element => element.dataset.path!.startsWith(path))
  return around.sort((a, b) => b.dataset.path!.length - a.dataset.path!.length)[0] ?? inside[0]
}
