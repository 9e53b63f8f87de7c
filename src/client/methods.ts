import type { CaptureOptions } from '../capture/capture'
import { readableCopy } from '../lib/json'
import { isFunction, isText } from '../lib/typeGuards'
import { surveyPersonProperties } from '../surveys/storage/finishedSurvey'
import type { Properties } from '../wire/event'
import type { Config, EarshotClient } from './api'
import type { Core } from './core'
import type { UnsupportedMethods } from './unsupported'

type Method = (...args: never[]) => unknown

/** The names of an object's methods. */
type MethodName<T> = { [K in keyof T]: T[K] extends Method ? K : never }[keyof T] & string

/** Methods that the client object answers itself, started or not. */
type LifecycleMethod =
  | 'init'
  | 'set_config'
  | 'get_config'
  | 'debug'
  | 'push'
  | 'shutdown'
  | 'sentryIntegration'

type OptInOptions = NonNullable<Parameters<EarshotClient['opt_in_capturing']>[0]>

type CoreMethods = Pick<
  EarshotClient,
  Exclude<MethodName<EarshotClient>, LifecycleMethod | keyof UnsupportedMethods>
>

/** In the tables: the call is queued and has no answer. */
export const NOTHING = 0
/** In the tables: the call is queued and answered by a promise, which settles once the client has started. */
export const PROMISE = 1
/** In the tables: the call is queued and answered by an unsubscribe function, which works before and after the start. */
export const SUBSCRIPTION = 2
/** In the tables: as `NOTHING`, and as with `SUBSCRIPTION` its argument is a function. See D-457. */
export const CALLBACK = 3

type AnswerBeforeStart<M> = M extends (...args: never[]) => infer R
  ? R extends Promise<unknown>
    ? typeof PROMISE
    : R extends () => void
      ? typeof SUBSCRIPTION
      : R | typeof NOTHING | typeof CALLBACK
  : never

type MethodTable<T> = { [K in MethodName<T>]: AnswerBeforeStart<T[K]> }

/** `client.surveys`; each is a method of the client too. */
export const SURVEY_METHODS: MethodTable<EarshotClient['surveys']> = {
  getSurveys: CALLBACK,
  getActiveMatchingSurveys: CALLBACK,
  onActiveMatchingSurveysChanged: SUBSCRIPTION,
  onSurveysLoaded: SUBSCRIPTION,
  canRenderSurvey: { visible: false },
  canRenderSurveyAsync: PROMISE,
  displaySurvey: NOTHING,
  renderSurvey: NOTHING,
  cancelPendingSurvey: NOTHING,
  explainSurvey: PROMISE,
  markSurveyAsSeen: NOTHING,
  startSession: PROMISE,
}

/** `client.people`. */
export const PEOPLE_METHODS: MethodTable<EarshotClient['people']> = { set: NOTHING, set_once: NOTHING }

/** `client.featureFlags`. */
export const FLAG_METHODS: MethodTable<EarshotClient['featureFlags']> = {
  getFlags: [],
  getFlagVariants: {},
  getFlagPayloads: {},
  getFlagsWithDetails: {},
  getFlagDetails: NOTHING,
  ensureFlagsLoaded: NOTHING,
  setReloadingPaused: NOTHING,
  overrideFeatureFlags: NOTHING,
  getRemoteConfigPayload: CALLBACK,
}

/** The public methods and what each answers while the client has not started. `client/api.ts` describes them. */
export const METHODS: MethodTable<CoreMethods> = {
  ...SURVEY_METHODS,
  flush: PROMISE,
  ready: PROMISE,
  on: SUBSCRIPTION,

  capture: NOTHING,
  register: NOTHING,
  register_once: NOTHING,
  register_for_session: NOTHING,
  unregister: NOTHING,
  unregister_for_session: NOTHING,
  get_property: NOTHING,
  getSessionProperty: NOTHING,
  getPageViewId: NOTHING,

  identify: NOTHING,
  alias: NOTHING,
  group: NOTHING,
  getGroups: {},
  resetGroups: NOTHING,
  reset: NOTHING,
  setPersonProperties: NOTHING,
  unsetPersonProperties: NOTHING,
  createPersonProfile: NOTHING,
  setInternalOrTestUser: NOTHING,
  get_distinct_id: '',
  _isIdentified: false,
  get_session_id: '',
  onSessionId: SUBSCRIPTION,

  getFeatureFlag: NOTHING,
  isFeatureEnabled: NOTHING,
  getFeatureFlagPayload: NOTHING,
  getFeatureFlagResult: NOTHING,
  getAllFeatureFlags: [],
  onFeatureFlags: SUBSCRIPTION,
  reloadFeatureFlags: NOTHING,
  updateFlags: NOTHING,
  setPersonPropertiesForFlags: NOTHING,
  resetPersonPropertiesForFlags: NOTHING,
  setGroupPropertiesForFlags: NOTHING,
  resetGroupPropertiesForFlags: NOTHING,
  getEarlyAccessFeatures: CALLBACK,
  updateEarlyAccessFeatureEnrollment: NOTHING,

  opt_in_capturing: NOTHING,
  opt_out_capturing: NOTHING,
  has_opted_in_capturing: false,
  has_opted_out_capturing: false,
  get_explicit_consent_status: 'pending',
  is_capturing: false,
  clear_opt_in_out_capturing: NOTHING,
}

/** Methods for products that Earshot does not have: harmless, so that pasted code does not break. See D-470. */
export const STUBS: MethodTable<UnsupportedMethods> = {
  addExceptionStep: NOTHING,
  captureException: NOTHING,
  captureTraceFeedback: NOTHING,
  captureTraceMetric: NOTHING,
  clearIdentity: NOTHING,
  get_session_replay_url: '',
  loadToolbar: false,
  sessionRecordingStarted: false,
  setIdentity: NOTHING,
  startExceptionAutocapture: NOTHING,
  startSessionRecording: NOTHING,
  stopExceptionAutocapture: NOTHING,
  stopSessionRecording: NOTHING,
}

export type Methods = CoreMethods & Pick<EarshotClient, 'people' | 'featureFlags' | 'surveys'>

/** Creates the public methods of a started client: those of its rooms, and those that touch more than one room. */
export function createMethods(core: Core, config: () => Config): Methods {
  const { capture, consent, flags, identity, sessions, surveys } = core
  const { setPersonProperties } = identity.methods
  const toProperties = (name: string | Properties, value: unknown): Properties =>
    isText(name) ? { [name]: value } : name

  return {
    ...surveys.methods,
    ...identity.methods,
    // The types of payloads are declared by the page; at run time they are unknown.
    ...(flags.methods as Pick<EarshotClient, keyof typeof flags.methods>),
    capture(event: string, input?: Properties | null, given?: CaptureOptions) {
      const properties = readableCopy(input)
      const options: CaptureOptions = readableCopy(given)
      // A page that draws surveys itself: the service learns from these who has finished one, as it does from our own looks.
      const set = surveyPersonProperties(event, properties)
      return capture(
        event,
        properties,
        set ? { ...options, $set: { ...set, ...readableCopy(options.$set) } } : options,
      )
    },
    flush: core.outbox.flush,
    async ready() {
      let unsubscribe = () => {}
      await new Promise<void>(resolve => {
        const { advanced_disable_flags: never, advanced_disable_feature_flags_on_first_load: later } =
          config()
        if (!consent.canCapture() || never || later) resolve()
        unsubscribe = flags.store.on(() => flags.store.isSettled() && resolve())
      })
      unsubscribe()
    },
    on: core.on,
    getPageViewId: core.pageviews.id,
    get_session_id: () => sessions.current()?.sessionId ?? '',
    onSessionId: callback => sessions.on((ids, reason) => callback(ids.sessionId, ids.windowId, reason)),
    people: {
      set: (name, value) => setPersonProperties(toProperties(name, value)),
      set_once: (name, value) => setPersonProperties(undefined, toProperties(name, value)),
    },
    featureFlags: flags.featureFlagsApi,
    surveys: surveys.methods,

    opt_in_capturing(options) {
      const { captureEventName = '$opt_in', captureProperties }: OptInOptions = readableCopy(options)
      consent.set(true)
      core.onConsent()
      if (captureEventName) capture(captureEventName, captureProperties, { _first: true })
      core.pageviews.captureFirstView()
    },
    opt_out_capturing() {
      consent.set(false)
      core.onConsent()
      // What was erased has made room in a full storage. See D-702.
      consent.set(false)
    },
    has_opted_in_capturing: () => consent.status() === 'granted',
    has_opted_out_capturing: () => consent.status() === 'denied' || !consent.canCapture(),
    get_explicit_consent_status: consent.status,
    is_capturing: consent.canCapture,
    clear_opt_in_out_capturing() {
      consent.clear()
      core.onConsent()
    },
  }
}

export type AnyFunction = (...args: unknown[]) => unknown

/** Returns the method at a path such as `people.set`; `undefined` when there is none. */
export function methodAt(methods: Partial<Methods>, path: string): AnyFunction | undefined {
  let method: unknown = methods
  // Not `reduce`, which Prototype 1.6 has replaced by a method without a callback. See D-668.
  for (const name of path.split('.')) method = (method as Record<string, unknown> | undefined)?.[name]
  return isFunction(method) ? (method as AnyFunction) : undefined
}
