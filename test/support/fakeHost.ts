import type { Store } from '../../src/persistence/store'
import type { TriggerEvent } from '../../src/surveys/contract'
import type { SurveyEventName, SurveyHost, SurveysConfig } from '../../src/surveys/host'
import { lookUpWord } from '../../src/surveys/words/lookUpWord'
import type { Properties } from '../../src/wire/event'
import type { FlagValue } from '../../src/wire/flag'
import type { SurveyListReply } from '../../src/wire/survey'
import { type FakePage, fakePage } from './fakePage'
import { type FakeRuntime, fakeRuntime } from './fakeRuntime'
import { fakeStorage } from './fakeStore'

/** An event as it reached the host. */
export interface HostEvent {
  event: string
  properties: Properties
  set?: Properties
}

/** What a test sets before it begins. */
export interface FakeHostOptions {
  page?: FakePage
  /** Where several hosts share what is stored, give each its own view of one `fakeStorage()`. */
  store?: Store
  settings?: Partial<SurveysConfig>
  flags?: Record<string, FlagValue>
  flagsLoaded?: boolean
  sessionId?: string
}

/** Everything surveys need, in a test's hand: no network, no document, looks that are drawn on a list. */
export interface FakeHost extends SurveyHost, Omit<FakeRuntime, 'runtime'> {
  page: FakePage
  /** What was captured, oldest first. */
  events: HostEvent[]
  names(): string[]
  emitted: { name: SurveyEventName; detail: Properties }[]
  errors: { reason: string; detail: unknown }[]
  /** Flags that were looked at as an exposure. */
  exposures: string[]
  calls: { fetchSurveys: number; loadRuntime: number; loadWords: number; reloadFlags: number }
  set(change: {
    settings?: Partial<SurveysConfig>
    flags?: Record<string, FlagValue>
    flagsLoaded?: boolean
    sessionId?: string
    deviceType?: string | undefined
    personLanguage?: unknown
    blockedBy?: 'bot' | 'consent' | false
    conditionUrl?: string
  }): void
  /** The answers of coming requests, the last of them for ever. */
  answerSurveys(...answers: (SurveyListReply | Error)[]): void
  answerRuntime(...answers: ('loaded' | Error)[]): void
  /** Who hears of captured events: hand in `surveys.onCaptured`. */
  onCapture(run: (event: TriggerEvent) => void): void
  /** Captures as the page itself does. */
  captureFromPage(event: string, properties?: Properties): void
}

const SETTINGS: SurveysConfig = {
  disable_surveys: false,
  disable_surveys_automatic_display: false,
  survey_progress_ttl_minutes: 7 * 24 * 60,
  max_surveys_per_session: 0,
  capture_survey_abandoned: false,
  surveys: {},
  override_display_language: null,
  survey_words: {},
  nonce: undefined,
  survey_color_scheme: 'light',
}

/** Lets promises that have settled run on. */
export const settled = () => new Promise<void>(resolve => setTimeout(resolve, 0))

/** Makes the host of one tab: visible, online, flags loaded, nothing stored. */
export function fakeHost(options: FakeHostOptions = {}): FakeHost {
  const page = options.page ?? fakePage()
  let settings = { ...SETTINGS, ...options.settings }
  let flags = options.flags ?? {}
  let flagsLoaded = options.flagsLoaded ?? true
  let sessionId: string | undefined = options.sessionId ?? 'session-1'
  let deviceType: string | undefined = 'Desktop'
  let personLanguage: unknown
  let blockedBy: 'bot' | 'consent' | false = false
  let conditionUrl: string | undefined
  let surveyAnswers: (SurveyListReply | Error)[] = [new Error('status 404')]
  let runtimeAnswers: ('loaded' | Error)[] = ['loaded']
  let hear: (event: TriggerEvent) => void = () => {}

  const nextOf = <T>(answers: T[]): T => (answers.length > 1 ? answers.shift()! : answers[0]!)
  const answered = <T>(answer: T | Error): Promise<T> =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)

  const { runtime, ...looks } = fakeRuntime()
  const host: FakeHost = {
    page,
    store: options.store ?? fakeStorage().open(),
    config: () => settings,
    capture(event, properties, set) {
      if (blockedBy) return false
      host.events.push({ event, properties, ...(set ? { set } : {}) })
      hear({ event, properties })
      return true
    },
    refresh() {},
    whyBlocked: () => blockedBy,
    flag(key, quiet) {
      if (!quiet) host.exposures.push(key)
      return flags[key]
    },
    flagsLoaded: () => flagsLoaded,
    reloadFlags: () => void host.calls.reloadFlags++,
    deviceType: () => deviceType,
    personLanguage: () => personLanguage,
    sessionId: () => sessionId,
    recordActivity() {},
    conditionUrl: () => conditionUrl ?? page.url(),
    fetchSurveys() {
      host.calls.fetchSurveys++
      return answered(nextOf(surveyAnswers))
    },
    loadRuntime() {
      host.calls.loadRuntime++
      return answered(nextOf(runtimeAnswers)).then(() => runtime)
    },
    async loadWords() {
      host.calls.loadWords++
      return lookUpWord
    },
    emit: (name, detail) => void host.emitted.push({ name, detail }),
    emitError: (reason, detail) => void host.errors.push({ reason, detail }),

    events: [],
    names: () => host.events.map(({ event }) => event),
    emitted: [],
    errors: [],
    ...looks,
    exposures: [],
    calls: { fetchSurveys: 0, loadRuntime: 0, loadWords: 0, reloadFlags: 0 },
    set(change) {
      settings = { ...settings, ...change.settings }
      flags = change.flags ?? flags
      flagsLoaded = change.flagsLoaded ?? flagsLoaded
      sessionId = change.sessionId ?? sessionId
      blockedBy = change.blockedBy ?? blockedBy
      conditionUrl = change.conditionUrl ?? conditionUrl
      if ('deviceType' in change) deviceType = change.deviceType
      if ('personLanguage' in change) personLanguage = change.personLanguage
    },
    answerSurveys: (...answers) => {
      surveyAnswers = answers
    },
    answerRuntime: (...answers) => {
      runtimeAnswers = answers
    },
    onCapture: run => {
      hear = run
    },
    captureFromPage: (event, properties = {}) => void host.capture(event, properties),
  }
  return host
}
