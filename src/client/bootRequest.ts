import type { EventContext } from '../capture/eventContext'
import { maskUrls } from '../capture/url'
import { createFlagLoader } from '../flags/loader'
import { flagsRequestBody } from '../flags/request'
import { serialize } from '../lib/json'
import { isText } from '../lib/typeGuards'
import type { Page } from '../page/page'
import type { Encoder } from '../transport/encode'
import type { Reply, Transport } from '../transport/transport'
import type { FlagsReply, FlagsRequest } from '../wire/flag'
import { FLAGS_PATH } from '../wire/paths'
import type { Survey, SurveyConfig } from '../wire/survey'
import type { Config } from './api'
import type { ApiUrl } from './apiUrl'
import type { EarlyRequest } from './earlyRequest'
import type { Identity } from './identity'
import type { RemoteConfig } from './remoteConfig'

export interface BootRequestDeps {
  page: Page
  token: string
  config(): Config
  apiUrl: ApiUrl
  encoder: Encoder
  transport: Transport
  remoteConfig: RemoteConfig
  identity: Identity
  /** The first request, when the page has sent it before the client loaded. See D-347. */
  earlyRequest: EarlyRequest | undefined
  eventContext: EventContext
  canRequest(): boolean
  /** A request is about to be made. */
  onReloading(): void
  /** The first request has left: costly work can begin. */
  onSent(): void
  /** Receives the flags of a reply. `isOutdated`: the person has changed meanwhile, and the next request is on its way. */
  onFlags(reply: FlagsReply, isOutdated: boolean): void
  /** Receives the surveys of a reply, unless the page brings its own. */
  onSurveys(surveys: boolean | Survey[] | undefined, config: SurveyConfig | null | undefined): void
  /** A reply lacks the configuration that was requested. Called once. */
  onConfigMissing(): void
  /** No request may be made now. */
  onSkipped(): void
  /** The request has failed, with the reason in the words of `$feature_flag_error`. */
  onFailure(reason: string, detail?: unknown): void
}

/**
 * Makes the `POST /flags?v=2&config=true` of a page, once an interval, and repeats it without the configuration when its inputs
 * change. Hands each part of the reply to its owner. Interface 4.3; D-394, D-395.
 */
export function createBootRequest(deps: BootRequestDeps) {
  const { page, token, config, apiUrl, encoder, transport, remoteConfig, identity } = deps
  let { earlyRequest } = deps
  let isMissingReported = false

  const body = (): FlagsRequest =>
    flagsRequestBody(
      {
        api_key: token,
        distinct_id: identity.distinctId(),
        $anon_distinct_id: identity.anonymousId(),
        $device_id: identity.deviceId(),
        groups: identity.groups(),
        ...(maskUrls(
          {
            person_properties: { ...deps.eventContext.initialProperties(), ...identity.personProperties() },
            group_properties: identity.groupProperties(),
          },
          config(),
        ) as Pick<FlagsRequest, 'person_properties' | 'group_properties'>),
        timezone: page.timezone(),
        evaluation_environments: (config().evaluation_environments ?? []).filter(
          name => isText(name) && name.trim(),
        ),
      },
      config().flag_keys,
    )

  const post = async (request: FlagsRequest, withConfig: boolean): Promise<Reply> => {
    const {
      feature_flag_request_timeout_ms: limitMs,
      advanced_only_evaluate_survey_feature_flags: isSurveyOnly,
      fetch,
      request_headers,
      fetch_options,
    } = config()
    // Bounded: the properties of many calls may be more than the service takes. See D-715.
    const json = serialize(request)
    const urlOf = (compression?: string) =>
      apiUrl(FLAGS_PATH, {
        v: 2,
        config: withConfig ? 'true' : undefined,
        only_evaluate_survey_feature_flags: isSurveyOnly ? 'true' : undefined,
        compression,
      })
    const isSame = earlyRequest?.text === urlOf() + json && !fetch && !request_headers && !fetch_options
    const early = isSame ? earlyRequest : undefined
    earlyRequest = undefined
    const encoded = early ? { content: json } : await encoder.encode(json, remoteConfig.compression())
    const reply = transport.post(urlOf(encoded.compression), encoded, { limitMs, early })
    // A task of its own: the request leaves first.
    page.setTimer(0, deps.onSent)
    return reply
  }

  return createFlagLoader({
    ...deps,
    requestBody: body,
    request: post,
    onReply(reply, { isOutdated, withConfig }) {
      const isMissing = !remoteConfig.receive(reply)
      if (isMissing && withConfig && !isMissingReported) {
        isMissingReported = true
        deps.onConfigMissing()
      }
      // When a relay loses the query or the configuration, the list is requested at its own URL.
      if ((withConfig || !isMissing) && !Array.isArray(config().surveys))
        deps.onSurveys(isMissing || remoteConfig.surveys(), remoteConfig.surveyConfig())
      deps.onFlags(reply, isOutdated)
    },
  })
}
