import type { Config, EarshotClient } from './client/api'
import type { ChunkLoader } from './client/chunkLoader'
import { createClientProxy } from './client/clientProxy'

export type { BeforeSend, CaptureOptions } from './capture/capture'
export type {
  Bootstrap,
  ClientEvents as ClientSignals,
  Config,
  EarlyAccessFeature,
  EarshotClient,
  EventName,
  Events,
  FeatureFlags,
  FeatureFlagsApi,
  FlagKey,
  PayloadOf,
  PropertiesOf,
} from './client/api'
export type { ConsentStatus } from './client/consent'
export type { FlagsCallback } from './flags/flagStore'
export type { FeatureFlag, FlagReadOptions } from './flags/flags'
export type { SurveyEventName as SurveySignal } from './surveys/host'
export type { Draft, Problem } from './surveys/session/answer'
export type { SessionOptions, SessionState, SurveySession } from './surveys/session/surveySession'
export type { SurveyRenderReason, SurveysApi } from './surveys/surveys'
export type { CapturedEvent, Properties } from './wire/event'
export type { FlagValue } from './wire/flag'
export type { Answer, Branching, Question, Survey, SurveyAppearance, SurveyConditions } from './wire/survey'

const platform: ChunkLoader = {
  channel: 'npm',
  loadSurveys: async () => (await import('./surveys/runtime')).surveyRuntime,
  loadEncoders: async () => (await import('./transport/encoders')).encoders,
}

/**
 * Makes a client of its own: other projects on the same page, and tests.
 *
 * ```ts
 * const client = createClient('phc_your_key', { api_host: 'https://events.example.com' })
 * client.capture('signed up', { plan: 'pro' })
 * ```
 *
 * Never throws: a configuration that cannot work is one `console.error`, and a client that does nothing.
 */
export const createClient = (token: string, config: Partial<Config>): EarshotClient =>
  createClientProxy({ platform }).init(token, config)

/** The client of the page. Calls made before `init` wait for it. */
const earshot: EarshotClient = createClientProxy({ platform })

/**
 * Starts the client of the page; with a name, another one beside it.
 *
 * ```ts
 * init('phc_your_key', { api_host: 'https://events.example.com' })
 * ```
 */
export const init = (token: string, config: Partial<Config>, name?: string): EarshotClient =>
  earshot.init(token, config, name)

export { earshot }
export default earshot
