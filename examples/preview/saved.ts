import type { Survey } from 'earshot'
import type { History } from './edit/history'
import type { State } from './store'

/** What is kept between visits, in the browser alone. */
const KEY = 'earshot_preview'
/** Steps of undo that are kept: enough to go on with, not enough to fill the storage. */
const KEPT_STEPS = 30

type Kept = Pick<State, 'section' | 'open' | 'view' | 'draft'> & { history: History<Survey> }

/** Keeps the work. False: the browser would not have it. */
export function keep(storage: Storage, state: State): boolean {
  const { section, open, view, draft } = state
  const { past, present, future } = state.history
  const history = {
    past: past.slice(-KEPT_STEPS),
    present,
    future: future.slice(0, KEPT_STEPS),
    latest: null,
  }
  const kept: Kept = { history, section, open, view, draft }
  try {
    storage.setItem(KEY, JSON.stringify(kept))
    return true
  } catch {
    // Full, or switched off: the page says that it is not saved.
    return false
  }
}

/** What was kept; `undefined` for nothing, and for what is not ours. */
export function recall(storage: Storage): Kept | undefined {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null')
    return Array.isArray(kept?.history?.present?.questions) ? kept : undefined
  } catch {
    // Cut off: as good as none.
    return undefined
  }
}
