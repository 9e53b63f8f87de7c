import { SESSION_PROPERTIES } from '../capture/eventContext'
import type { CapturePipeline } from '../capture/pipeline'
import type { SessionReason } from '../capture/session'
import type { Flags } from '../flags/flags'
import type { FlagLoader } from '../flags/loader'
import { readableCopy } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { Page } from '../page/page'
import { forgottenOf } from '../persistence/person'
import type { PersistedRecord } from '../persistence/record'
import type { createSurveys } from '../surveys/surveys'
import type { CapturedEvent, Properties } from '../wire/event'
import type { Config } from './api'
import type { ClientEventEmitter } from './clientEvents'
import type { Identity } from './identity'
import type { StoragePolicy } from './storagePolicy'

export interface ChangesDeps extends Pick<CapturePipeline, 'outbox' | 'pageviews'> {
  page: Page
  config(): Config
  events: ClientEventEmitter
  storage: StoragePolicy
  record: PersistedRecord
  tab: PersistedRecord
  identity: Identity
  boot: FlagLoader
  flags: Flags
  surveys: ReturnType<typeof createSurveys>
  isStarted(): boolean
}

export type Changes = ReturnType<typeof createChanges>

/** Creates the reactions to a change in one part of the client that concern several others. */
export function createChanges(deps: ChangesDeps) {
  const { page, config, events, storage, record, tab, identity, boot, flags, surveys, isStarted } = deps
  const { canCapture, isCookieless } = storage.consent
  let wasCookieless = isCookieless()
  let couldCapture = canCapture()

  /** Applies a change of consent or of the configuration, made here or, with `login`, elsewhere. See D-440, D-552. */
  const onConsent = (keeps: 'login' | 'named' = 'named') => {
    if (!canCapture()) deps.outbox.clear()
    storage.sync()
    // Who is counted without an identity is another person than who is known, and may have answered a survey already.
    if (isCookieless() !== wasCookieless) {
      // See D-507, D-418.
      if (isCookieless() || identity.isIdentified()) {
        identity.methods.resetGroups()
        identity.methods.resetPersonPropertiesForFlags(false)
        // Who decides for the first time is the visitor who has come.
        if (couldCapture || identity.isIdentified()) forgetVisit()
      }
      if (identity.isIdentified()) {
        identity.forgetAnonymousId()
        flags.store.clear()
      }
      // Last, because surveys show again, and their events must carry nothing of the former person.
      surveys.reset('progress')
    }
    wasCookieless = isCookieless()
    couldCapture ||= canCapture()
    surveys.onFlags()
    if (!canCapture()) return
    record.sync(0, keeps)
    tab.sync(0, keeps)
    notePerson()
    identity.begin()
    if (isStarted()) boot.reload()
  }

  /** Forgets what tab and page know of the visit of a former person. See D-505, D-771. */
  const forgetVisit = () => {
    tab.clear()
    deps.pageviews.reset()
    // While the page loads, a link that has led to it is one of who is here now. See D-822.
    if (flags.store.isSettled() || config().advanced_disable_flags || !page.wasOpened()) surveys.forgetUrl()
  }
  /** Notes in the tab whose visit it is. `wasStored`: see `forgottenOf`. See D-554, D-771. */
  const notePerson = (wasStored = true) => {
    const person = record.all()
    const { distinct_id, $device_id, $user_state } = person
    if (forgottenOf(tab.get('$person') ?? person, person, wasStored)) forgetVisit()
    tab.set({ $person: { distinct_id, $device_id, $user_state } })
  }

  return {
    onConsent,
    notePerson,
    onExternalConsent() {
      onConsent('login')
      deps.pageviews.captureFirstView()
    },
    /** An event has been captured. `isFormer`: the hooks of the page have replaced its person. */
    onCaptured(event: CapturedEvent, isFormer: boolean) {
      const { $set } = nullProtoRecord<unknown>(event as unknown as Properties)
      const set = { ...readableCopy(nullProtoRecord(event.properties).$set), ...readableCopy($set) }
      // Surveys know the person properties of their own events, and reload the flags themselves.
      const reload = !event.event.startsWith('survey ')
      // The page may capture for somebody else, and a hook may have logged somebody else in. See D-419.
      if (Object.keys(set)[0] && event.distinct_id === identity.distinctId())
        identity.methods.setPersonPropertiesForFlags(set, reload)
      // Before the listeners, which may log somebody else in: a trigger is of the person who captured the event.
      // One of a former person is none of the next, and finishes no survey for them. See D-613.
      if (!isFormer) surveys.onCaptured(event)
      events.emit('eventCaptured', event)
    },
    /**
     * The person is another one.
     *
     * @param forgets Set when flags and open surveys of the former must go at once. `memory`: what is stored of surveys is that of
     *   the new person. `progress`: marks of finished surveys stay.
     */
    onPerson(forgets?: 'all' | 'memory' | 'progress' | false) {
      notePerson(!!forgets)
      if (forgets) {
        identity.forgetAnonymousId()
        flags.store.clear()
        // What the storage had no room for is that of the former person.
        if (forgets === 'memory') storage.store.forget()
        // A store that is opened may have the entry of somebody else. See D-703.
        else if (record.isNamed()) storage.tabStore.remove(storage.keys.tab)
        // Last, as after a change of consent.
        surveys.reset(forgets)
      }
      if (isStarted()) boot.inputsChanged()
    },
    onSession({ sessionId }: { sessionId: string }, reason: SessionReason | undefined) {
      if (!reason) return
      deps.pageviews.reset()
      // What was registered before the first session belongs to it.
      if (reason !== 'noSessionId') tab.set({ [SESSION_PROPERTIES]: undefined })
      if (config().advanced_feature_flags_dedup_per_session) record.set({ $flag_call_reported: undefined })
      surveys.onSession(sessionId)
    },
  }
}
