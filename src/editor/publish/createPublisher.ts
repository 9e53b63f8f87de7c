import type { Survey } from 'earshot'
import type { SurveyFields } from '../../wire/managedSurvey'
import type { History } from '../state/history'
import type { Store } from '../state/store'
import type { Api } from './api'
import { type KeptEdit, keepEdit, removeEdit } from './keptEdit'
import {
  changedFields,
  editorSurvey,
  type Fields,
  fieldsChangedBetween,
  type ServiceSurvey,
  withQuestionIds,
} from './surveyFields'

/** Whether the service has the edits, and why not. */
export type Saving =
  | { kind: 'saved' }
  | { kind: 'edited' }
  | { kind: 'saving' }
  /** `isKept`: this browser has the edits. */
  | { kind: 'failed'; reason: string; isKept: boolean }
  /** Somebody else has changed these fields since the survey was loaded. */
  | { kind: 'conflict'; theirs: ServiceSurvey; fields: string[] }

/** The survey as the service has it, and what remains to be saved. */
export interface PublisherState {
  /** `null` until the survey has been created. */
  remote: ServiceSurvey | null
  /** The edited survey when it was saved last. */
  saved: Survey
  saving: Saving
}

export interface PublisherDeps {
  api: Api
  store: Store
  /** Where edits are kept that the service does not have. */
  storage: Storage
  opened: Pick<PublisherState, 'remote' | 'saved'>
  newId(): string
  /** Called with the id of the survey when the service has created it. */
  onCreated(id: string): void
}

/** Saves the survey of the editor to the service. */
export type Publisher = ReturnType<typeof createPublisher>

/** Fields to write, alone or with all edits. */
interface Write {
  fields: Partial<SurveyFields>
  withEdits: boolean
}

/** Milliseconds between the last change of a draft and its save. */
const AUTOSAVE_DELAY_MS = 800

/**
 * Creates the publisher. It saves a draft by itself after each change. Edits of a survey that was launched wait for `publish`.
 *
 * See D-618, D-619.
 */
export function createPublisher({ api, store, storage, opened, newId, onCreated }: PublisherDeps) {
  let state: PublisherState = { ...opened, saving: { kind: 'saved' } }
  let queue = Promise.resolve(true)
  let lastWrite: Write = { fields: {}, withEdits: true }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const survey = () => store.get().history.present
  const isDraft = () => !state.remote?.start_date
  const isEdited = () => hasChanged(state.saved, survey())
  let lastSurvey = survey()

  function set(change: Partial<PublisherState>) {
    state = { ...state, ...change }
    for (const listener of [...listeners]) listener()
  }

  const keep = (): boolean => {
    const edit: KeptEdit = { survey: survey(), saved: state.saved, remote: state.remote }
    return keepEdit(storage, edit)
  }

  function onStoreChange() {
    if (survey() === lastSurvey) return
    lastSurvey = survey()
    if (state.saving.kind === 'conflict') return void keep()
    onEdited()
  }

  /** Compares the survey with the saved one, and saves a draft soon. */
  function onEdited() {
    clearTimeout(timer)
    if (!isEdited()) {
      removeEdit(storage, state.remote?.id)
      return set({ saving: { kind: 'saved' } })
    }
    keep()
    if (state.saving.kind !== 'saving') set({ saving: { kind: 'edited' } })
    if (isDraft()) timer = setTimeout(() => void publish(), AUTOSAVE_DELAY_MS)
  }

  /** Replaces fields in every state of the history, so that undo cannot take back a launch. */
  function setInHistory(fields: Fields) {
    const withFields = (other: Survey) => ({ ...other, ...fields }) as Survey
    const { past, present, future, lastChange }: History<Survey> = store.get().history
    const history = {
      past: past.map(withFields),
      present: withFields(present),
      future: future.map(withFields),
      lastChange,
    }
    lastSurvey = history.present
    store.set({ history })
  }

  async function patchOf(sent: Survey, extra: Partial<SurveyFields>): Promise<Partial<SurveyFields>> {
    const { start_date, ...patch } = changedFields(state.saved, sent)
    const flagKey = sent.linked_flag_key || null
    if (flagKey !== (state.saved.linked_flag_key || null)) {
      const id = flagKey === null ? null : await api.flagId(flagKey)
      if (id === undefined) throw new Error(`There is no feature flag with the key "${flagKey}".`)
      patch.linked_flag_id = id
    }
    // Launching a draft is an action of its own, with a check.
    return { ...patch, ...(start_date !== undefined && !isDraft() && { start_date }), ...extra }
  }

  async function write({ fields: extra, withEdits }: Write): Promise<boolean> {
    if (state.saving.kind === 'conflict') return false
    const identified = withQuestionIds(survey(), newId)
    if (identified !== survey()) setInHistoryPresent(identified)
    const sent = survey()
    set({ saving: { kind: 'saving' } })
    try {
      const patch = withEdits ? await patchOf(sent, extra) : extra
      const { remote } = state
      if (remote) {
        const theirs = await api.retrieve(remote.id)
        const fields = fieldsChangedBetween(remote, theirs)
        if (fields.length > 0) {
          set({ saving: { kind: 'conflict', theirs, fields } })
          return false
        }
      }
      const isEmpty = Object.keys(patch).length === 0
      const reply = !remote ? await api.create(patch) : isEmpty ? remote : await api.update(remote.id, patch)
      onSaved(reply, withEdits ? sent : state.saved, Object.keys(extra))
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      set({ saving: { kind: 'failed', reason, isKept: keep() } })
      return false
    }
  }

  function setInHistoryPresent(present: Survey) {
    lastSurvey = present
    store.set({ history: { ...store.get().history, present } })
  }

  /** Takes the reply of the service to a save. The survey may have been edited meanwhile. */
  function onSaved(reply: ServiceSurvey, sent: Survey, written: readonly string[]) {
    const isNew = state.remote === null
    const values: Fields = { ...editorSurvey(reply) }
    const fields = Object.fromEntries(['id', ...written].map(name => [name, values[name]]))
    removeEdit(storage, state.remote?.id)
    setInHistory(fields)
    set({ remote: reply, saved: { ...sent, ...fields }, saving: { kind: 'saved' } })
    if (isNew) onCreated(reply.id)
    onEdited()
  }

  function enqueue(next: Write): Promise<boolean> {
    clearTimeout(timer)
    lastWrite = next
    queue = queue.then(() => write(next))
    return queue
  }

  /** Saves all edits, and other fields with them. Resolves to false when the service has not taken them. */
  const publish = (fields: Partial<SurveyFields> = {}) => enqueue({ fields, withEdits: true })

  /** Continues with the state that somebody else has saved. Own edits remain in the history. */
  function takeTheirs(theirs: ServiceSurvey) {
    const saved = editorSurvey(theirs)
    set({ remote: theirs, saved, saving: { kind: 'saved' } })
    store.replace(saved)
  }

  return {
    api,
    state: () => state,
    /** Calls the listener after each change. Returns a function that unsubscribes it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    publish,
    /** Writes fields alone, for example to stop a survey. Edits that were not checked remain unpublished. */
    setFields: (fields: Partial<SurveyFields>) => enqueue({ fields, withEdits: false }),
    /** Repeats the last write, which has failed. */
    retry: () => enqueue(lastWrite),
    takeTheirs,
    /** Puts own edits on top of the state that somebody else has saved: fields that only they changed stay. Saves a draft. */
    async keepMine(theirs: ServiceSurvey): Promise<void> {
      const { saved } = state
      const mine = survey()
      takeTheirs(theirs)
      store.replace(withChangesOf(mine, { since: saved, onto: state.saved }))
      if (isDraft()) await publish()
    },
    /** Starts to follow the store. Returns a function that stops it. */
    start(): () => void {
      const unsubscribe = store.subscribe(onStoreChange)
      // Kept edits are on top of what the service has.
      if (store.get().history.past.length > 0) onEdited()
      return () => {
        unsubscribe()
        clearTimeout(timer)
      }
    },
  }
}

const hasChanged = (before: Survey, after: Survey): boolean =>
  Object.keys(changedFields(before, after)).length > 0 ||
  (before.linked_flag_key || null) !== (after.linked_flag_key || null)

/** Returns another state with those fields of a survey that have changed since an earlier one. */
function withChangesOf(survey: Survey, { since, onto }: { since: Survey; onto: Survey }): Survey {
  const values: Fields = { ...survey }
  const names = Object.keys(changedFields(since, survey))
  if (since.linked_flag_key !== survey.linked_flag_key) names.push('linked_flag_key')
  return { ...onto, ...Object.fromEntries(names.map(name => [name, values[name]])) }
}
