import { stringifyStored } from '../lib/json'
import { objectOrEmpty } from '../lib/objectOrEmpty'
import { parseObject } from '../lib/parseObject'
import type { Page } from '../page/page'
import type { Store } from '../persistence/store'
import { type Compression, negotiatedCompression } from '../transport/encode'
import type { FlagsReply } from '../wire/flag'
import type { Survey, SurveyConfig } from '../wire/survey'
import type { Config } from './api'

/** The stored form. */
interface CachedConfig {
  compression: Compression
  surveys: boolean | Survey[] | undefined
  surveyConfig: SurveyConfig | null | undefined
  /** Epoch ms of the reply that had the surveys. */
  at: number
}

const COMPRESSIONS: readonly Compression[] = ['gzip', 'lz64', 'none']

/** Stored surveys of this age still decide which survey shows, until the new reply arrives. */
const MAX_SURVEYS_AGE_MS = 5 * 60_000

export interface RemoteConfigDeps {
  page: Page
  store: Store
  key: string
  config(): Config
}

export type RemoteConfig = ReturnType<typeof createRemoteConfig>

/** Keeps the configuration that the service has sent, on this page or on an earlier one. Interface 4.3, `config=true`. */
export function createRemoteConfig({ page, store, key, config }: RemoteConfigDeps) {
  const listOrPromise = (surveys: unknown) =>
    typeof surveys === 'boolean' || Array.isArray(surveys) ? surveys : undefined
  // A text that is not ours counts as none, and the next reply replaces it.
  const stored = parseObject(store.read(key))
  let cached: CachedConfig = {
    compression: COMPRESSIONS.find(name => name === stored.compression) ?? 'gzip',
    surveys: listOrPromise(stored.surveys),
    surveyConfig: objectOrEmpty(stored.surveyConfig) as SurveyConfig,
    at: Number(stored.at) || 0,
  }
  return {
    /** Takes the configuration of a reply. Returns whether the reply has any. */
    receive(reply: FlagsReply): boolean {
      const compression = negotiatedCompression(reply.supportedCompression, cached.compression)
      const surveys = listOrPromise(reply.surveys ?? reply.config?.surveys)
      // Only replies to `config=true` have the configuration.
      const changes = surveys !== undefined && { surveys, surveyConfig: reply.survey_config, at: page.now() }
      cached = { ...cached, compression, ...changes }
      store.write(key, stringifyStored(cached))
      return surveys !== undefined
    },
    compression(): Compression {
      const { compression, disable_compression: isDisabled } = config()
      if (isDisabled) return 'none'
      return compression === 'auto' ? cached.compression : compression
    },
    /** Returns the definitions; `true` when they must be requested, `false` when there are none, `undefined` when unknown. */
    surveys: (): boolean | Survey[] | undefined => cached.surveys,
    /** Returns what holds for all surveys of the project, as far as the reply had it. */
    surveyConfig: (): SurveyConfig | null | undefined => cached.surveyConfig,
    /** Returns the definitions of an earlier page if they are recent. An empty list is not returned: there may be some by now. */
    cachedSurveys(): Survey[] | undefined {
      const { surveys, at } = cached
      const isRecent = Math.abs(page.now() - at) < MAX_SURVEYS_AGE_MS
      return isRecent && Array.isArray(surveys) && surveys[0] ? surveys : undefined
    },
    /** Whether a survey is likely to show. */
    hasSurveys: (): boolean => !![cached.surveys].flat()[0],
  }
}
