import type { CapturePipeline } from '../capture/pipeline'
import type { Flags } from '../flags/flags'
import type { FlagLoader } from '../flags/loader'
import { callAll } from '../lib/callAll'
import type { Page } from '../page/page'
import { whenActivated } from '../page/whenActivated'
import { forgottenOf } from '../persistence/person'
import type { PersistedRecord } from '../persistence/record'
import type { createSurveys } from '../surveys/surveys'
import type { Config } from './api'
import type { Changes } from './changes'
import type { Identity } from './identity'
import type { RemoteConfig } from './remoteConfig'
import type { StoragePolicy } from './storagePolicy'

export interface LifecycleDeps extends Pick<CapturePipeline, 'outbox' | 'pageviews' | 'sessions'> {
  page: Page
  config(): Config
  remoteConfig: RemoteConfig
  storage: StoragePolicy
  record: PersistedRecord
  tab: PersistedRecord
  identity: Identity
  boot: FlagLoader
  flags: Flags
  surveys: ReturnType<typeof createSurveys>
  changes: Changes
}

/** Starts the rooms of the client in the order in which they need each other, and stops them. */
export function createLifecycle(deps: LifecycleDeps) {
  const { page, config, remoteConfig, storage, record, tab, boot, flags, surveys, changes } = deps
  const { outbox, pageviews, sessions } = deps
  let isStarted = false
  let cancelActivation: (() => void) | undefined
  const unsubscribes = [sessions.on(changes.onSession)]

  return {
    isStarted: () => isStarted,
    /** Reads what earlier pages have stored; a bootstrapped identity may capture events. */
    load() {
      // What a person has left who was logged out on another subdomain belongs to nobody here.
      const { former } = record
      const forgotten = former && forgottenOf(former, record.all(), true)
      if (forgotten) changes.onPerson(forgotten)
      // Unfinished surveys that are here belong to somebody else: a visitor who is new has none. See D-414.
      else if (!record.get('distinct_id')) surveys.reset('progress')
      deps.identity.begin()
      changes.notePerson()
      flags.store.load()
    },
    /** Begins to request, to send and to count page views, as soon as the page is shown. */
    start() {
      isStarted = true
      const { surveys: ownSurveys } = config()
      const cachedSurveys = remoteConfig.cachedSurveys()
      if (Array.isArray(ownSurveys)) surveys.receive(ownSurveys)
      else if (cachedSurveys) surveys.receive(cachedSurveys, remoteConfig.surveyConfig())
      flags.store.on(surveys.onFlags)
      cancelActivation = whenActivated(page, () => {
        // Before the page views: what they capture when the page comes back is sent as usual, not as by a page that is left.
        unsubscribes.push(page.on('restore', outbox.onRestore))
        pageviews.start()
        // After the page views, so that its listener runs last when the page is left.
        outbox.start()
        if (!boot.start()) pageviews.captureFirstView()
      })
    },
    stop() {
      isStarted = false
      cancelActivation?.()
      callAll(unsubscribes)()
      for (const part of [surveys, boot, pageviews, sessions, outbox, record, tab, storage]) part.stop()
    },
  }
}
