import type { Survey } from 'earshot'
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { changed, type History, redone, undone } from './edit/history'
import { keptWalk, startWalk, type Walk } from './flow/walk'

/** What the editor shows. */
export type Section = 'questions' | 'showing' | 'look' | 'languages' | 'json'
export type Device = 'phone' | 'desktop'
/** How the survey comes onto the page of the preview. */
export type Display = 'popover' | 'inline' | 'tab' | 'selector'

/** How the preview shows the survey; no part of it. */
export interface View {
  device: Device
  scheme: 'light' | 'dark'
  dir: 'auto' | 'ltr' | 'rtl'
  /** Empty: the survey's own texts. */
  language: string
  isLarge: boolean
  /** `auto`: as the survey says. */
  display: 'auto' | Display
}

/** All that the page knows. */
export interface State {
  history: History<Survey>
  section: Section
  /** Position of the question whose form is open. */
  open: number | null
  walk: Walk
  view: View
  /** What was typed as JSON and is not a survey yet. */
  draft: { text: string; fault: string } | null
  /** The pane that is shown where there is room for one alone. */
  pane: 'edit' | 'preview' | 'map'
  dialog: 'templates' | 'take' | 'try' | null
  /** What has just happened, for people who cannot see it. */
  notice: string
}

/** The page's one store. */
export interface Store {
  get(): State
  /** Calls back after each change; returns the end of the subscription. */
  subscribe(run: () => void): () => void
  set(change: Partial<State>): void
  /** Changes the survey; changes of one field that follow each other quickly are undone as one. */
  edit(survey: Survey, field?: string): void
  undo(): void
  redo(): void
  /** Another survey takes the place of this one; undo brings it back. */
  replace(survey: Survey): void
}

export const FIRST_VIEW: View = {
  device: 'phone',
  scheme: 'light',
  dir: 'auto',
  language: '',
  isLarge: false,
  display: 'auto',
}

/** Makes the store, with what was kept from an earlier visit. */
export function createStore(history: History<Survey>, kept: Partial<State>, now: () => number): Store {
  let state: State = {
    history,
    section: 'questions',
    open: history.present.questions.length > 0 ? 0 : null,
    walk: startWalk(history.present),
    view: FIRST_VIEW,
    draft: null,
    pane: 'edit',
    dialog: null,
    notice: '',
    ...kept,
  }
  const listeners = new Set<() => void>()
  const set = (change: Partial<State>) => {
    state = { ...state, ...change }
    for (const listener of [...listeners]) listener()
  }
  const show = (history: History<Survey>, more: Partial<State> = {}) => {
    const { present } = history
    const open = state.open !== null && state.open < present.questions.length ? state.open : null
    // What was typed as JSON and is no survey yet is the author's: no change elsewhere takes it away.
    const draft = state.draft?.fault ? state.draft : null
    set({ history, open, walk: keptWalk(present, state.walk), draft, ...more })
  }
  return {
    get: () => state,
    subscribe(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    set,
    edit: (survey, field = '') => show(changed(state.history, survey, field, now())),
    undo: () => show(undone(state.history), { notice: 'Undone' }),
    redo: () => show(redone(state.history), { notice: 'Redone' }),
    replace: survey =>
      show(changed(state.history, survey, '', now()), {
        open: survey.questions.length > 0 ? 0 : null,
        walk: startWalk(survey),
      }),
  }
}

const StoreContext = createContext<Store | null>(null)
export const StoreProvider = StoreContext.Provider

/** The page's store, inside its components. */
export function useStore(): Store {
  const store = useContext(StoreContext)
  if (!store) throw new Error('A component stands outside of the page')
  return store
}

/** What the store holds; the component follows each change. */
export function useApp(): State {
  const store = useStore()
  const [state, follow] = useState(store.get)
  useEffect(() => {
    follow(store.get())
    return store.subscribe(() => follow(store.get()))
  }, [store])
  return state
}

/** The survey that is being written. */
export const useSurvey = (): Survey => useApp().history.present
