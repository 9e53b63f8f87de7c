import type { BotDetector } from '../capture/bots'
import type { Capture } from '../capture/capture'
import type { EventContext } from '../capture/eventContext'
import type { Sessions } from '../capture/session'
import type { Flags } from '../flags/flags'
import type { FlagLoader } from '../flags/loader'
import { isObject } from '../lib/typeGuards'
import type { Page } from '../page/page'
import type { StoredKeys } from '../persistence/keys'
import type { PersistedRecord } from '../persistence/record'
import type { Store } from '../persistence/store'
import type { SurveyHost, SurveysConfig } from '../surveys/host'
import { projectStore } from '../surveys/storage/projectStore'
import type { Transport } from '../transport/transport'
import { SURVEY_LIST_PATH, SURVEY_PREVIEW_PATH } from '../wire/paths'
import type { SurveyListReply } from '../wire/survey'
import type { Config } from './api'
import { type ApiUrl, applyUrlHook } from './apiUrl'
import type { ClientEventEmitter } from './clientEvents'
import type { Consent } from './consent'
import type { Identity } from './identity'
import type { SurveyLoader } from './surveyLoader'

export interface SurveyHostDeps {
  page: Page
  token: string
  keys: StoredKeys
  store: Store
  record: PersistedRecord
  config(): Config
  apiUrl: ApiUrl
  transport: Transport
  consent: Consent
  isBot: BotDetector
  eventContext: EventContext
  sessions: Sessions
  identity: Identity
  flags: Flags
  capture: Capture
  boot: FlagLoader
  surveyLoader: SurveyLoader
  events: ClientEventEmitter
  emitError: SurveyHost['emitError']
}

/** Gives surveys what they need from the other rooms of the client. */
export const createSurveyHost = (deps: SurveyHostDeps): SurveyHost => {
  const { page, config, flags, consent } = deps
  return {
    page,
    store: projectStore(deps.store, deps.keys.project),
    // A switch that the page has not set is `undefined` here, which means off as well.
    config: config as () => SurveysConfig,
    capture(event, properties, set) {
      const $set = set && { $set: set }
      // A visitor answers once: a burst of the page's own events must not drop the answer.
      const options = { skip_client_rate_limiting: true, ...$set }
      return !!deps.capture(event, { ...properties, ...$set }, options)
    },
    refresh: () => deps.record.refresh(),
    // A survey that is shown to a bot must not count as shown.
    whyBlocked: () =>
      consent.canCapture() ? !config().opt_out_useragent_filter && deps.isBot() && 'bot' : 'consent',
    flag: (key, isSilent) => (isSilent ? flags.store.valueFor(key) : flags.methods.getFeatureFlag(key)),
    flagsLoaded: () => flags.store.source() === 'loaded',
    reloadFlags: deps.boot.reload,
    deviceType() {
      const browser = page.browserInfo()
      return browser.userAgent ? deps.eventContext.device(browser).$device_type : undefined
    },
    personLanguage: () => deps.identity.personProperties().language,
    sessionId: () => deps.sessions.current()?.sessionId,
    recordActivity: () => void (consent.isCookieless() || deps.sessions.recordActivity()),
    conditionUrl: () => applyUrlHook(config().get_current_url, page.url()),
    async fetchSurveys(preview) {
      const url = deps.apiUrl(preview ? SURVEY_PREVIEW_PATH : SURVEY_LIST_PATH, {
        token: deps.token,
        preview,
      })
      const { status, json } = await deps.transport.get(url, {
        limitMs: config().surveys_request_timeout_ms,
      })
      if (status !== 200 || !isObject(json)) throw new Error(`surveys could not be loaded: status ${status}`)
      return json as SurveyListReply
    },
    ...deps.surveyLoader,
    emit: deps.events.emit,
    emitError: deps.emitError,
  }
}
