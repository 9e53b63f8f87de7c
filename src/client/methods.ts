import type { CaptureOptions } from '../capture/capture'
import type { FlagReadOptions } from '../flags/flags'
import type { FlagOverrides } from '../flags/values'
import { payloadOf } from '../flags/merge'
import { PAGEVIEW, type Properties } from '../wire/event'
import type { FlagsReply, FlagValue } from '../wire/flag'
import { EARLY_ACCESS_PATH, FLAGS_PATH } from '../wire/paths'
import type { EarlyAccessFeature, EarshotClient } from './api'
import type { Config } from './config'
import type { Live } from './live'

type Methods = Omit<
  EarshotClient,
  'init' | 'push' | 'set_config' | 'debug' | 'config' | 'version' | '__loaded' | 'shutdown' | 'surveys' | 'flagsEndpointWasHit' | 'featureFlags' | 'people'
>

const bag = (name: string | Properties, value: unknown): Properties => (typeof name === 'string' ? { [name]: value } : name)

/** The public methods of a started client, by name. What surveys offer is added as it is. */
export function createMethods(live: Live, config: () => Config): Methods & Record<string, unknown> {
  const { identity, flags, consent, record, tab, sessions } = live
  const value = (key: string, options?: FlagReadOptions): FlagValue | undefined => {
    const flag = flags.result(key, options)
    return flag && (flag.variant ?? flag.enabled)
  }
  let features: EarlyAccessFeature[] | undefined
  let pageviewSent = false

  const methods: Methods = {
    ...live.surveys,
    capture: (event, properties, options) => live.capture(event, properties as Properties | null, options as CaptureOptions),
    flush: live.outbox.flush,
    ready: () =>
      new Promise(resolve => {
        let end = () => {}
        end = flags.on(() => {
          if (!flags.values.isSettled()) return
          resolve()
          end()
        })
        if (!consent.allows() || config().advanced_disable_flags) resolve()
      }),
    on: live.on,

    register: identity.register,
    register_once: identity.registerOnce,
    register_for_session: properties => tab.set({ ...properties }),
    unregister: name => record.set({ [name]: undefined }),
    unregister_for_session: name => tab.set({ [name]: undefined }),
    get_property: name => record.get(name),
    getSessionProperty: name => tab.get(name),
    getPageViewId: live.pageviews.id,

    identify: identity.identify,
    alias: identity.alias,
    group: identity.group,
    getGroups: identity.groups,
    resetGroups: identity.resetGroups,
    reset: identity.reset,
    setPersonProperties: identity.setPersonProperties,
    unsetPersonProperties: identity.unsetPersonProperties,
    createPersonProfile: identity.createPersonProfile,
    setInternalOrTestUser: () => identity.setPersonProperties({ $internal_or_test_user: true }),
    get_distinct_id: identity.distinctId,
    get_session_id: () => sessions.peek()?.sessionId ?? '',
    onSessionId: run => sessions.on((ids, reason) => run(ids.sessionId, ids.windowId, reason)),

    getFeatureFlag: value,
    isFeatureEnabled: (key, { defaultValue, ...options } = {}) => flags.result(key, options)?.enabled ?? defaultValue,
    getFeatureFlagPayload: key => flags.payload(key) as never,
    getFeatureFlagResult: (key, options) => flags.result(key, options) as never,
    getAllFeatureFlags: flags.all,
    onFeatureFlags: flags.on,
    reloadFeatureFlags: flags.reload,
    updateFlags: (values, payloads, { merge = false } = {}) => flags.update(values, payloads, merge),
    setPersonPropertiesForFlags: identity.setPersonPropertiesForFlags,
    resetPersonPropertiesForFlags: identity.resetPersonPropertiesForFlags,
    setGroupPropertiesForFlags: identity.setGroupPropertiesForFlags,
    resetGroupPropertiesForFlags: identity.resetGroupPropertiesForFlags,
    getEarlyAccessFeatures(run, force = false, stages) {
      if (features && !force) return run(features)
      const query: Record<string, string> = { token: live.token }
      stages?.forEach((stage, i) => {
        query[`stage${i || ''}`] = stage
      })
      void live.transport.get(live.to(config().api_host, EARLY_ACCESS_PATH, query), { timeoutMs: 10_000 }).then(({ json }) => {
        features = (json as { earlyAccessFeatures?: EarlyAccessFeature[] } | undefined)?.earlyAccessFeatures ?? []
        run(features)
      })
    },
    updateEarlyAccessFeatureEnrollment(key, enrolled, stage) {
      const set = { [`$feature_enrollment/${key}`]: enrolled }
      const name = features?.find(feature => feature.flagKey === key)?.name
      live.capture(
        '$feature_enrollment_update',
        {
          $feature_flag: key,
          $feature_enrollment: enrolled,
          ...(name && { $early_access_feature_name: name }),
          ...(stage && { $feature_enrollment_stage: stage }),
          $set: set,
        },
        { $set: set },
      )
      flags.update({ [key]: enrolled }, {}, true)
    },

    opt_in_capturing({ captureEventName = '$opt_in', captureProperties } = {}) {
      consent.decide(true)
      live.consentChanged()
      if (captureEventName) live.capture(captureEventName, captureProperties)
      if (!pageviewSent && !live.pageviews.id() && config().capture_pageview) live.capture(PAGEVIEW)
      pageviewSent = true
    },
    opt_out_capturing() {
      consent.decide(false)
      live.consentChanged()
    },
    has_opted_in_capturing: () => consent.status() === 'granted',
    has_opted_out_capturing: () => !consent.allows() || consent.status() === 'denied',
    get_explicit_consent_status: consent.status,
    is_capturing: consent.allows,
    clear_opt_in_out_capturing() {
      consent.forget()
      live.consentChanged()
    },
  }
  return { ...STUBS, ...methods }
}

/** Members of other clients of this protocol that a pasted snippet or a wrapper may call: they do nothing, harmlessly. */
const STUBS: Record<string, unknown> = {}
for (const name of (
  'startSessionRecording stopSessionRecording sessionRecordingStarted loadToolbar captureException startExceptionAutocapture ' +
  'stopExceptionAutocapture addExceptionStep setIdentity clearIdentity calculateEventProperties'
).split(' ')) {
  STUBS[name] = () => {}
}
STUBS.get_session_replay_url = () => ''

/** `people`, as older snippets call it. */
export const createPeople = (live: () => Live | undefined): EarshotClient['people'] => ({
  set: (name, value) => live()?.identity.setPersonProperties(bag(name, value)),
  set_once: (name, value) => live()?.identity.setPersonProperties(undefined, bag(name, value)),
})

/** Flags in bulk, as wrappers for component libraries read them. */
export function createFlagsApi(live: () => Live | undefined, config: () => Config): EarshotClient['featureFlags'] {
  const list = (flags: FlagOverrides['flags'] | string[] | false | undefined): Record<string, FlagValue> | undefined =>
    Array.isArray(flags) ? Object.fromEntries(flags.map(key => [key, true])) : flags || undefined
  return {
    get hasLoadedFlags() {
      return live()?.flags.hasLoaded() ?? false
    },
    getFlags: () => Object.keys(live()?.flags.values.enabled() ?? {}),
    getFlagVariants: () => live()?.flags.values.enabled() ?? {},
    getFlagPayloads: () => live()?.flags.values.payloads() ?? {},
    getFlagsWithDetails: () => live()?.flags.values.entries() ?? {},
    ensureFlagsLoaded: () => {
      if (!live()?.flags.wasAnswered()) live()?.flags.reload()
    },
    setReloadingPaused: paused => live()?.flags.setPaused(paused),
    overrideFeatureFlags(given) {
      if (!given) return live()?.flags.override({})
      const { flags, payloads } = given as { flags?: never; payloads?: Record<string, unknown> | false }
      const bulk = !Array.isArray(given) && (typeof flags === 'object' || typeof payloads === 'object' || flags === false || payloads === false)
      const overrides: FlagOverrides = {}
      const values = list(bulk ? flags : (given as never))
      if (values) overrides.flags = values
      if (bulk && payloads) overrides.payloads = payloads
      live()?.flags.override(overrides)
    },
    getRemoteConfigPayload(key, run) {
      const { token, to, transport, identity } = live() ?? {}
      if (!transport || !to || !token || !identity) return
      const content = JSON.stringify({ api_key: token, distinct_id: identity.distinctId(), flag_keys: [key] })
      const url = to(config().flags_api_host || config().api_host, FLAGS_PATH, { v: 2 })
      void transport.post(url, { content }, { timeoutMs: config().feature_flag_request_timeout_ms }).then(({ json }) => {
        run(payloadOf((json as FlagsReply | undefined)?.flags?.[key]?.metadata?.payload ?? undefined))
      })
    },
  }
}
