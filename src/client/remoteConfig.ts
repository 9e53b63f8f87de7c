import type { Page } from '../page/page'
import type { Store } from '../persistence/store'
import { type Compression, negotiatedCompression } from '../transport/encode'
import type { FlagsReply } from '../wire/flag'
import type { Survey, SurveyConfig } from '../wire/survey'
import type { Config } from './api'

interface Stored {
  compression: Compression
  surveys: boolean | Survey[]
  surveyConfig: SurveyConfig | null | undefined
  /** When surveys were told of, in epoch ms. */
  at: number
}

/** A stored answer of this age still decides which survey shows, until the new one is there. */
const MAX_CACHE_AGE_MS = 5 * 60_000

/** What the service has said of itself, on this page or on the one before. */
export interface RemoteConfig {
  receive(reply: FlagsReply): void
  compression(): Compression
  /** Definitions; `true`: they are to be asked for; `false`: there are none; `undefined`: nothing was said. */
  surveys(): boolean | Survey[] | undefined
  /** What holds for all of them, as far as it came along with them. */
  surveyConfig(): SurveyConfig | null | undefined
  /** Definitions of the page before, if they are recent; that there were none says nothing of now. */
  cachedSurveys(): Survey[] | undefined
  /** Whether a survey is likely to be drawn. */
  hasSurveys(): boolean
}

export function createRemoteConfig({
  page,
  store,
  key,
  config,
}: {
  page: Page
  store: Store
  key: string
  config(): Config
}): RemoteConfig {
  let cached: Partial<Stored> = {}
  try {
    const stored = JSON.parse(store.read(key) ?? '{}') as Stored
    if (stored && typeof stored === 'object') cached = stored
  } catch {
    // Not what we wrote: the answer will replace it.
  }
  const surveysOf = (reply: FlagsReply) => {
    const value = reply.surveys ?? reply.config?.surveys
    return typeof value === 'boolean' || Array.isArray(value) ? value : undefined
  }
  return {
    receive(reply) {
      const compression = negotiatedCompression(reply.supportedCompression, cached.compression ?? 'gzip')
      const surveys = surveysOf(reply)
      // The first answer of a page has the configuration, later ones have flags alone.
      const changes = surveys !== undefined && { surveys, surveyConfig: reply.survey_config, at: page.now() }
      cached = { ...cached, compression, ...changes }
      store.write(key, JSON.stringify(cached))
    },
    compression() {
      const { compression, disable_compression: off } = config()
      if (off) return 'none'
      return compression === 'auto' ? (cached.compression ?? 'gzip') : compression
    },
    surveys: () => cached.surveys,
    surveyConfig: () => cached.surveyConfig,
    cachedSurveys: () => {
      const { surveys, at = 0 } = cached
      return Array.isArray(surveys) && surveys[0] && Math.abs(page.now() - at) < MAX_CACHE_AGE_MS
        ? surveys
        : undefined
    },
    hasSurveys: () => !![cached.surveys].flat()[0],
  }
}
