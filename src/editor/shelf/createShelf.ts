import type { Survey } from 'earshot'
import { createHistory, recordChange } from '../state/history'
import { savedStateOf } from '../state/savedState'
import type { Store } from '../state/store'
import { emptySurvey } from '../templates/templates'
import {
  listEntries,
  readEntry,
  removeEntry,
  type ShelfEntry,
  type ShelfItem,
  writeEntry,
} from './shelfStorage'

export interface ShelfDeps {
  store: Store
  storage: Storage
  /** Id of the open survey. */
  id: string
  /** Whether the open survey is an example that its author has not asked for. */
  isExample: boolean
  newId(): string
  /** Returns milliseconds since 1970. */
  now(): number
  /** Called with the id of each survey that is opened. */
  onOpened(id: string): void
}

/** The surveys of an author without a service, which this browser keeps. */
export type Shelf = ReturnType<typeof createShelf>

/** Milliseconds between a change and the save that follows it. */
const AUTOSAVE_DELAY_MS = 250
/** A longer list helps nobody, and each change reads one of them. */
export const MAX_SURVEYS = 100

export const FULL_NOTICE =
  'This browser has no room for another survey. Delete one, or copy the JSON of this one before you leave.'
const UNSAVED_NOTICE =
  'This browser cannot save your survey. Delete another one, or copy the JSON of this one before you leave.'

const isSame = (a: Survey, b: Survey) => JSON.stringify(a) === JSON.stringify(b)
const copyName = ({ name }: Survey) => `${name || 'Untitled survey'} (copy)`

/** Creates the shelf. It saves the open survey after each change, and follows the changes of other tabs. See D-649. */
export function createShelf({ store, storage, id, isExample, newId, now, onOpened }: ShelfDeps) {
  let current = id
  /** The open survey as the storage has it. */
  let saved = store.get().history.present
  /** Id of an unchanged template, which the next template replaces. */
  let untouched = isExample ? id : undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoading = false

  const survey = () => store.get().history.present
  const notify = (notice: string) => store.set({ notice })

  /** Changes the store by what the storage has already. */
  function load(change: () => void) {
    isLoading = true
    change()
    isLoading = false
  }

  function follow(theirs: Survey) {
    saved = theirs
    load(() => {
      store.edit(theirs)
      notify('Changed in another tab. Undo brings back what this tab had.')
    })
  }

  /** Saves the open survey now. What another tab has saved meanwhile stays: then this one becomes a copy. */
  function save(): boolean {
    clearTimeout(timer)
    timer = undefined
    const isEdited = survey() !== saved
    const stored = readEntry(storage, current)
    const theirs = stored?.history.present
    if (theirs && !isSame(theirs, saved)) {
      if (!isEdited) {
        follow(theirs)
        return true
      }
      current = newId()
      onOpened(current)
      store.edit({ ...survey(), name: copyName(survey()) })
      notify('Another tab has changed this survey. Your changes were saved as a copy.')
    }
    const changedAt = isEdited || !stored ? now() : stored.changedAt
    if (isEdited) untouched = undefined
    const isSaved = writeEntry(storage, current, { ...savedStateOf(store.get()), changedAt })
    if (isSaved) saved = survey()
    else notify(UNSAVED_NOTICE)
    return isSaved
  }

  function show(next: string, entry: ShelfEntry, notice: string) {
    clearTimeout(timer)
    timer = undefined
    current = next
    saved = entry.history.present
    load(() => store.load(entry.history, { ...entry, notice }))
    onOpened(next)
  }

  const newEntry = (created: Survey): ShelfEntry => ({
    history: createHistory(created),
    inspectorTab: 'questions',
    openQuestion: created.questions.length > 0 ? 0 : null,
    settings: { ...store.get().settings, language: '' },
    jsonDraft: null,
    changedAt: now(),
  })

  /** Keeps a survey. Returns whether there was room. */
  function put(next: string, entry: ShelfEntry): boolean {
    const hasRoom = next === current || listEntries(storage).length < MAX_SURVEYS
    const isKept = hasRoom && writeEntry(storage, next, entry)
    if (!isKept) notify(FULL_NOTICE)
    return isKept
  }

  function open(next: string) {
    // What cannot be saved stays open.
    if (next === current || !save()) return
    const entry = readEntry(storage, next)
    if (entry) show(next, entry, '')
  }

  return {
    save,
    open,
    /** Keeps a survey and opens it. Returns whether there was room. */
    create(created: Survey, { notice, isTemplate }: { notice: string; isTemplate: boolean }): boolean {
      if (!save()) return false
      const next = untouched ?? newId()
      const entry = newEntry(created)
      if (!put(next, entry)) return false
      untouched = isTemplate ? next : undefined
      show(next, entry, notice)
      return true
    },
    /** Returns the kept surveys, the one that was changed last first. */
    items: (): ShelfItem[] => listEntries(storage),
    isOpen: (other: string) => other === current,
    /** Keeps a copy. Returns its name; `undefined` when there is no room. */
    duplicate(original: string): string | undefined {
      save()
      const present = readEntry(storage, original)?.history.present
      if (!present) return undefined
      const name = copyName(present)
      return put(newId(), newEntry({ ...present, id: newId(), name })) ? name : undefined
    },
    rename(renamed: string, name: string) {
      if (renamed === current) {
        store.edit({ ...survey(), name })
        return void save()
      }
      const entry = readEntry(storage, renamed)
      if (!entry) return
      const history = recordChange(entry.history, { ...entry.history.present, name }, '', now())
      put(renamed, { ...entry, history, changedAt: now() })
    },
    /** Removes a survey. Another one takes the place of the open one. Returns a function that puts it back. */
    remove(removed: string): () => void {
      save()
      const entry = readEntry(storage, removed)
      const wasOpen = removed === current
      removeEntry(storage, removed)
      const [next] = listEntries(storage)
      if (wasOpen && next) show(next.id, readEntry(storage, next.id)!, '')
      else if (wasOpen) {
        untouched = newId()
        show(untouched, newEntry(emptySurvey(newId())), '')
        save()
      }
      return () => {
        if (!entry || !put(removed, entry)) return
        const substitute = wasOpen && !next ? current : undefined
        if (wasOpen) open(removed)
        if (substitute && substitute === untouched) removeEntry(storage, substitute)
        store.set({})
      }
    },
    /** Must be called when another tab has changed a survey, or all of them. */
    onOtherTab(changed: string | undefined) {
      const theirs = changed === current ? readEntry(storage, current)?.history.present : undefined
      if (theirs && survey() === saved && !isSame(theirs, saved)) follow(theirs)
      // The list is drawn again.
      else load(() => store.set({}))
    },
    /** Starts to save changes. Returns a function that stops it. */
    start(): () => void {
      const unsubscribe = store.subscribe(() => {
        if (!isLoading) timer ??= setTimeout(save, AUTOSAVE_DELAY_MS)
      })
      return () => {
        unsubscribe()
        clearTimeout(timer)
      }
    },
    /** Saves at once what would be saved soon. */
    flush() {
      if (timer !== undefined) save()
    },
  }
}
