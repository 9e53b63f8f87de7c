import type { SurveyRuntime } from '../surveys/host'
import type { Encoders } from '../transport/encoders'
import type { Config } from './api'

/** What differs between a script tag, a bundle and the one-file build: how the parts that are loaded on demand get there. */
export interface ChunkLoader {
  /** `cdn` for script tags, `npm` for imports; told with every event. */
  channel: 'cdn' | 'npm'
  /** Rejects when the file cannot be had. */
  loadSurveys(config: Config): Promise<SurveyRuntime>
  loadEncoders(config: Config): Promise<Encoders>
}
