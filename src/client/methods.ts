import type { CaptureOptions } from '../capture/capture'
import { parsePayload } from '../flags/entries'
import { surveyPersonProperties } from '../surveys/storage/finishedSurvey'
import type { Properties } from '../wire/event'
import type { FlagsReply } from '../wire/flag'
import { EARLY_ACCESS_PATH, FLAGS_PATH } from '../wire/paths'
import type { Config, EarlyAccessFeature } from './api'
import type { Core } from './core'

/** The public methods of a started client, by name: those of its parts, and those that touch more than one. */
export function createMethods(live: Core, config: () => Config): Record<string, unknown> {
  const { identity, flags, consent, sessions, capture } = live
  const onCallbackError = (error: unknown) => live.emitError('callback', error)
  let features: EarlyAccessFeature[] | undefined

  const toProperties = (name: string | Properties, value: unknown): Properties =>
    typeof name === 'string' ? { [name]: value } : name

  return {
    ...live.surveys.methods,
    ...identity.methods,
    ...flags.methods,
    capture(event: string, properties?: Properties | null, options?: CaptureOptions) {
      // A page that draws surveys itself tells the service as we do who has dealt with one.
      const personProperties = surveyPersonProperties(event, properties ?? {})
      return capture(
        event,
        properties,
        personProperties ? { ...options, $set: { ...personProperties, ...options?.$set } } : options,
      )
    },
    flush: live.outbox.flush,
    ready() {
      let end = () => {}
      return new Promise<void>(resolve => {
        const { advanced_disable_flags: never, advanced_disable_feature_flags_on_first_load: later } =
          config()
        if (!consent.canCapture() || never || later) resolve()
        end = flags.flagStore.on(() => flags.flagStore.isSettled() && resolve())
      }).finally(() => end())
    },
    on: live.on,
    getPageViewId: live.pageviews.id,
    get_session_id: () => sessions.current()?.sessionId ?? '',
    onSessionId: (run: (session: string, tab: string, reason?: string) => void) =>
      sessions.on((ids, reason) => run(ids.sessionId, ids.windowId, reason)),
    people: {
      set: (name: string | Properties, value?: unknown) =>
        identity.methods.setPersonProperties(toProperties(name, value)),
      set_once: (name: string | Properties, value?: unknown) =>
        identity.methods.setPersonProperties(undefined, toProperties(name, value)),
    },
    featureFlags: Object.assign(flags.bulk, {
      getRemoteConfigPayload(key: string, run: (payload: unknown) => void) {
        const body = { api_key: live.token, distinct_id: identity.distinctId(), flag_keys: [key] }
        const url = live.buildApiUrl(config().flags_api_host || config().api_host, FLAGS_PATH, { v: 2 })
        const options = { timeoutMs: config().feature_flag_request_timeout_ms }
        void live.transport
          .post(url, { content: JSON.stringify(body) }, options)
          .then(({ json }) => {
            run(parsePayload((json as FlagsReply | undefined)?.flags?.[key]?.metadata?.payload ?? undefined))
          })
          .catch(onCallbackError)
      },
    }),
    surveys: live.surveys.methods,
    getEarlyAccessFeatures(
      run: (features: EarlyAccessFeature[]) => void,
      force?: boolean,
      stages: string[] = [],
    ) {
      if (features && !force) return run(features)
      const url = live.buildApiUrl(config().api_host, EARLY_ACCESS_PATH, { token: live.token })
      const query = stages.map(stage => `&stage=${encodeURIComponent(stage)}`).join('')
      void live.transport
        .get(url + query, { timeoutMs: 10_000 })
        .then(({ json }) => {
          features = (json as { earlyAccessFeatures?: EarlyAccessFeature[] } | undefined)?.earlyAccessFeatures
          run(features ?? [])
        })
        .catch(onCallbackError)
    },
    updateEarlyAccessFeatureEnrollment(key: string, enrolled: boolean, stage?: string) {
      const set = { [`$feature_enrollment/${key}`]: enrolled }
      const name = features?.find(feature => feature.flagKey === key)?.name
      capture('$feature_enrollment_update', {
        $feature_flag: key,
        $feature_enrollment: enrolled,
        ...(name && { $early_access_feature_name: name }),
        ...(stage && { $feature_enrollment_stage: stage }),
        $set: set,
      })
      flags.flagStore.update({ [key]: enrolled }, {}, true)
    },

    opt_in_capturing({
      captureEventName = '$opt_in',
      captureProperties,
    }: {
      captureEventName?: string | null | false
      captureProperties?: Properties
    } = {}) {
      consent.set(true)
      live.consentChanged()
      if (captureEventName) capture(captureEventName, captureProperties, { _first: true })
      live.pageviews.captureFirstView()
    },
    opt_out_capturing() {
      consent.set(false)
      live.consentChanged()
    },
    has_opted_in_capturing: () => consent.status() === 'granted',
    has_opted_out_capturing: () => consent.status() === 'denied' || !consent.canCapture(),
    get_explicit_consent_status: consent.status,
    is_capturing: consent.canCapture,
    clear_opt_in_out_capturing() {
      consent.clear()
      live.consentChanged()
    },
  }
}
