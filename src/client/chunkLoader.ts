import type { SurveyRuntime } from '../surveys/host'
import type { Encoders } from '../transport/encoders'
import type { Config } from './api'

/** Loads the parts that are loaded on demand: script tag, npm package and one-file build differ in this alone. */
export interface ChunkLoader {
  /** `cdn` for script tags, `npm` for imports. Sent with every event as `$sdk_dist_channel`. */
  channel: 'cdn' | 'npm'
  /** Rejects when the file cannot be loaded. */
  loadSurveys(config: Config): Promise<SurveyRuntime>
  loadEncoders(config: Config): Promise<Encoders>
}
