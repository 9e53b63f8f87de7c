// First, because minified names are given in order, as in `script.ts`. See D-741.
import './client/serverMethods'
import './persistence/keys'
import './flags/earlyAccess'
import './client/unsupported'
import './capture/device'
import './capture/bots'
import './surveys/surveys'
import './client/registeredProperties'
import './client/apiUrl'
import './capture/outbox'
import './persistence/browserStores'
import './persistence/record'

import type { Config, EarshotClient } from './client/api'
import { type ChunkLoader, LOAD_TIMEOUT_MS } from './client/chunkLoader'
import type { Chunks } from './client/chunkRegistry'
import { createUninitializedClient } from './client/client'
import { createServerMethods } from './client/serverMethods'
import { within } from './page/within'

export type { BeforeSend, CaptureOptions } from './capture/capture'
export type {
  Bootstrap,
  ClientEvents,
  Config,
  EarshotClient,
  EventName,
  Events,
  FeatureFlags,
  FeatureFlagsApi,
  FlagKey,
  FlagValueOf,
  FlagVariants,
  PayloadOf,
  PropertiesOf,
} from './client/api'
export type { ConsentStatus } from './client/consent'
export {
  type BeforeSendFn,
  type BootstrapConfig,
  type CaptureResult,
  DisplaySurveyType,
  type FeatureFlagResult,
  type FeatureFlagsCallback,
  type JsonType,
  type PostHog,
  type PostHogConfig,
  type PostHogInterface,
  type Property,
  type SurveyQuestion,
  SurveyQuestionBranchingType,
  SurveyQuestionType,
  SurveyType,
} from './client/posthogNames'
export type { FlagsCallback } from './flags/flagStore'
export type { FeatureFlag, FlagReadOptions } from './flags/flags'
export type { SurveyEventName } from './surveys/host'
export type { Problem } from './surveys/questions/answerRules'
export type { Draft } from './surveys/questions/rules'
export type { SessionOptions, SessionState, SurveySession } from './surveys/session/surveySession'
export type { SurveyRenderReason, SurveysApi } from './surveys/surveys'
export type { CapturedEvent, Properties } from './wire/event'
export type { EarlyAccessFeature, FlagValue } from './wire/flag'
export type { Answer, Branching, Question, Survey, SurveyAppearance, SurveyConditions } from './wire/survey'

const IMPORTS: { [K in keyof Chunks]: () => Promise<Chunks[K]> } = {
  surveys: async () => (await import('./surveys/runtime')).surveyRuntime,
  encoders: async () => (await import('./transport/encoders')).encoders,
  words: async () => (await import('./surveys/words/lookUpWord')).lookUpWord,
}
const chunkLoader: ChunkLoader = {
  channel: 'npm',
  load: (name, _, page) => within(page, LOAD_TIMEOUT_MS, IMPORTS[name]()),
}

/**
 * Creates an independent client, for another project on the same page or for tests.
 *
 * ```ts
 * const client = createClient('phc_your_key', { api_host: 'https://events.example.com' })
 * client.capture('signed up', { plan: 'pro' })
 * ```
 *
 * Never throws. A wrong configuration is one `console.error` and a client that does nothing.
 */
export const createClient = (token: string, config: Partial<Config>): EarshotClient =>
  createUninitializedClient({ chunkLoader, createServerMethods }).init(token, config)

/** The client of the page. Calls before `init` are queued. */
const earshot: EarshotClient = createUninitializedClient({ chunkLoader, createServerMethods })

/**
 * Starts the client of the page. With a name, starts another client.
 *
 * ```ts
 * init('phc_your_key', { api_host: 'https://events.example.com' })
 * ```
 */
export const init = (token: string, config: Partial<Config>, name?: string): EarshotClient =>
  earshot.init(token, config, name)

export { earshot, earshot as posthog }
export default earshot
