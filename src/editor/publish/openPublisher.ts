import type { Survey } from 'earshot'
import { rememberFolded } from '../state/foldedPanes'
import { createHistory } from '../state/history'
import { createStore, type Store } from '../state/store'
import { emptySurvey } from '../templates/templates'
import { type Api, ApiError, createApi } from './api'
import { createPublisher, type Publisher, type PublisherDeps } from './createPublisher'
import { type KeptEdit, readEdit } from './keptEdit'
import { editorSurvey, type ServiceSurvey } from './surveyFields'

export interface OpenOptions extends Pick<PublisherDeps, 'storage' | 'onCreated'> {
  projectId: string
  /** Missing for a new survey. */
  surveyId: string | undefined
  /** Personal key. */
  key: string
  /** Returns milliseconds since 1970. */
  now(): number
}

/**
 * Opens a survey of the service, or a new one, with edits that an earlier visit could not save on top.
 *
 * Rejects when the service refuses, and when there is neither a connection nor an earlier edit.
 */
export async function openPublisher(options: OpenOptions): Promise<{ store: Store; publisher: Publisher }> {
  const { projectId, surveyId, key, storage, now, onCreated } = options
  const newId = () => crypto.randomUUID()
  const api = createApi(projectId, key)
  const kept = readEdit(storage, surveyId)
  const remote = surveyId === undefined ? null : await retrieve(api, surveyId, kept)
  const loaded = remote ? editorSurvey(remote) : emptySurvey(newId())
  const store = createStore(createHistory(loaded), remote || kept ? {} : { dialog: 'templates' }, now)
  rememberFolded(store, storage)
  // A new survey has nothing to compare with, so that its first save writes every field.
  const opened = kept ?? { remote, saved: remote ? loaded : ({} as Survey) }
  if (kept) {
    store.replace(kept.survey)
    store.set({ notice: 'Changes of an earlier visit were restored. Undo brings back what the service has.' })
  }
  return { store, publisher: createPublisher({ api, store, storage, opened, newId, onCreated }) }
}

/** Without a connection, editing continues from the state that kept edits started from. */
async function retrieve(api: Api, id: string, kept: KeptEdit | undefined): Promise<ServiceSurvey> {
  try {
    return await api.retrieve(id)
  } catch (error) {
    if (error instanceof ApiError && error.status === 0 && kept?.remote) return kept.remote
    throw error
  }
}
