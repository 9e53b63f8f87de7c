import type { Survey } from 'earshot'
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { type History, recordChange, redo, undo } from './history'
import { initialPreview, type PreviewState, validPreview } from './previewState'

/** What the editor shows. */
export type InspectorTab = 'questions' | 'display' | 'appearance' | 'languages' | 'json'
export type Device = 'phone' | 'desktop'
/** How the survey comes onto the page of the preview. */
export type DisplayType = 'popover' | 'inline' | 'tab' | 'selector'

/** How the preview shows the survey; no part of it. */
export interface PreviewSettings {
  device: Device
  colorScheme: 'light' | 'dark'
  dir: 'auto' | 'ltr' | 'rtl'
  /** Empty: the survey's own texts. */
  language: string
  isZoomed: boolean
  /** `auto`: as the survey says. */
  displayType: 'auto' | DisplayType
}

/** All that the page knows. */
export interface EditorState {
  history: History<Survey>
  inspectorTab: InspectorTab
  /** Position of the question whose form is open. */
  openQuestion: number | null
  preview: PreviewState
  settings: PreviewSettings
  /** What was typed as JSON and is not a survey yet. */
  jsonDraft: { text: string; error: string } | null
  /** The pane that is shown where there is room for one alone. */
  pane: 'edit' | 'preview' | 'branching'
  dialog: 'templates' | 'share' | 'testRun' | null
  /** What has just happened, for people who cannot see it. */
  notice: string
}

/** The page's one store. */
export interface Store {
  get(): EditorState
  /** Calls back after each change; returns the end of the subscription. */
  subscribe(run: () => void): () => void
  set(change: Partial<EditorState>): void
  /** Changes the survey; changes of one field that follow each other quickly are undone as one. */
  edit(survey: Survey, field?: string): void
  undo(): void
  redo(): void
  /** Another survey takes the place of this one; undo brings it back. */
  replace(survey: Survey): void
}

export const DEFAULT_SETTINGS: PreviewSettings = {
  device: 'phone',
  colorScheme: 'light',
  dir: 'auto',
  language: '',
  isZoomed: false,
  displayType: 'auto',
}

/** Makes the store, with what was kept from an earlier visit. */
export function createStore(history: History<Survey>, saved: Partial<EditorState>, now: () => number): Store {
  let state: EditorState = {
    history,
    inspectorTab: 'questions',
    openQuestion: history.present.questions.length > 0 ? 0 : null,
    preview: initialPreview(history.present),
    settings: DEFAULT_SETTINGS,
    jsonDraft: null,
    pane: 'edit',
    dialog: null,
    notice: '',
    ...saved,
  }
  const listeners = new Set<() => void>()
  const set = (change: Partial<EditorState>) => {
    state = { ...state, ...change }
    for (const listener of [...listeners]) listener()
  }
  const show = (history: History<Survey>, more: Partial<EditorState> = {}) => {
    const { present } = history
    const openQuestion =
      state.openQuestion !== null && state.openQuestion < present.questions.length ? state.openQuestion : null
    // What was typed as JSON and is no survey yet is the author's: no change elsewhere takes it away.
    const jsonDraft = state.jsonDraft?.error ? state.jsonDraft : null
    set({ history, openQuestion, preview: validPreview(present, state.preview), jsonDraft, ...more })
  }
  return {
    get: () => state,
    subscribe(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    set,
    edit: (survey, field = '') => show(recordChange(state.history, survey, field, now())),
    undo: () => show(undo(state.history), { notice: 'Undone' }),
    redo: () => show(redo(state.history), { notice: 'Redone' }),
    replace: survey =>
      show(recordChange(state.history, survey, '', now()), {
        openQuestion: survey.questions.length > 0 ? 0 : null,
        preview: initialPreview(survey),
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
export function useEditorState(): EditorState {
  const store = useStore()
  const [state, follow] = useState(store.get)
  useEffect(() => {
    follow(store.get())
    return store.subscribe(() => follow(store.get()))
  }, [store])
  return state
}

/** The survey that is being written. */
export const useSurvey = (): Survey => useEditorState().history.present
