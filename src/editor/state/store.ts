import type { Survey } from 'earshot'
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { MessagePageName } from '../edit/messagePages'
import { type History, recordChange, redo, undo } from './history'
import { initialPreview, type PreviewState, validPreview } from './previewState'

/** A tab of the inspector. */
export type InspectorTab = 'questions' | 'display' | 'appearance' | 'languages' | 'json'
/** A pane of the page. A test run takes the place of the inspector in `edit`. */
export type PaneName = 'edit' | 'preview' | 'branching'
export type Device = 'phone' | 'desktop'
/** How a survey is displayed on a page. `tab` and `selector` open it from a button. */
export type DisplayType = 'popover' | 'inline' | 'tab' | 'selector'

/** Display options of the preview. They are not part of the survey. */
export interface PreviewSettings {
  device: Device
  colorScheme: 'light' | 'dark'
  dir: 'auto' | 'ltr' | 'rtl'
  /** An empty string selects the untranslated texts. */
  language: string
  isZoomed: boolean
  /** Shows the desktop at its own size, which scrolls, rather than scaled to the pane. */
  isActualSize: boolean
  /** `auto` uses the display type of the survey. */
  displayType: 'auto' | DisplayType
}

/** The whole state of the page. */
export interface EditorState {
  history: History<Survey>
  inspectorTab: InspectorTab
  /** The entry of the list of questions whose form is open: the position of a question, or a page that asks nothing. */
  openQuestion: number | MessagePageName | null
  preview: PreviewState
  settings: PreviewSettings
  /** Text of the JSON tab that differs from the formatted survey. `error` is empty while it parses. */
  jsonDraft: { text: string; error: string } | null
  /** The visible pane on screens that have room for one only. */
  pane: PaneName
  /** The folded panes, on screens that have room for more than one. */
  folded: readonly PaneName[]
  /** The open dialog. A test run takes the place of the inspector. */
  dialog: 'templates' | 'share' | 'shelf' | 'testRun' | null
  /** Text of the status message, also announced by screen readers. */
  notice: string
}

/** Holds the state of the page. */
export interface Store {
  get(): EditorState
  /** Calls the listener after each change. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
  set(change: Partial<EditorState>): void
  /** Records a changed survey. Quick changes of the same field form one undo step. */
  edit(survey: Survey, field?: string): void
  undo(): void
  redo(): void
  /** Opens another survey. Undo restores the previous one. */
  replace(survey: Survey): void
  /** Opens another survey with its own history. */
  load(history: History<Survey>, saved: Partial<EditorState>): void
}

export const DEFAULT_SETTINGS: PreviewSettings = {
  device: 'phone',
  colorScheme: 'light',
  dir: 'auto',
  language: '',
  isZoomed: false,
  isActualSize: false,
  displayType: 'auto',
}

/** Returns the state of a survey that has just been opened, with that of an earlier visit on top. */
const initialState = (history: History<Survey>, saved: Partial<EditorState>): EditorState => ({
  history,
  inspectorTab: 'questions',
  openQuestion: history.present.questions.length > 0 ? 0 : null,
  preview: initialPreview(history.present),
  settings: DEFAULT_SETTINGS,
  jsonDraft: null,
  pane: 'edit',
  folded: [],
  dialog: null,
  notice: '',
  ...saved,
})

/**
 * Creates the store.
 *
 * @param saved State from an earlier visit.
 */
export function createStore(history: History<Survey>, saved: Partial<EditorState>, now: () => number): Store {
  let state = initialState(history, saved)
  const listeners = new Set<() => void>()
  const set = (change: Partial<EditorState>) => {
    state = { ...state, ...change }
    for (const listener of [...listeners]) listener()
  }
  const setHistory = (history: History<Survey>, more: Partial<EditorState> = {}) => {
    const { present } = history
    const isGone = typeof state.openQuestion === 'number' && state.openQuestion >= present.questions.length
    const openQuestion = isGone ? null : state.openQuestion
    // Invalid JSON is unsaved work of the author. Changes in other tabs must not discard it.
    const jsonDraft = state.jsonDraft?.error ? state.jsonDraft : null
    set({ history, openQuestion, preview: validPreview(present, state.preview), jsonDraft, ...more })
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    edit: (survey, field = '') => setHistory(recordChange(state.history, survey, field, now())),
    undo: () => setHistory(undo(state.history), { notice: 'Undone' }),
    redo: () => setHistory(redo(state.history), { notice: 'Redone' }),
    replace: survey =>
      setHistory(recordChange(state.history, survey, '', now()), {
        openQuestion: survey.questions.length > 0 ? 0 : null,
        preview: initialPreview(survey),
      }),
    load: (history, saved) => set(initialState(history, { folded: state.folded, ...saved })),
  }
}

const StoreContext = createContext<Store | null>(null)
export const StoreProvider = StoreContext.Provider

/** Returns the page's store. */
export function useStore(): Store {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useStore: no StoreProvider above this component.')
  return store
}

/** Returns the current state and re-renders the component when it changes. */
export function useEditorState(): EditorState {
  const store = useStore()
  const [state, setState] = useState(store.get)
  useEffect(() => {
    setState(store.get())
    return store.subscribe(() => setState(store.get()))
  }, [store])
  return state
}

/** Returns the survey as it is now. */
export const useSurvey = (): Survey => useEditorState().history.present
