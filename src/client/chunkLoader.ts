import type { Config } from './api'
import type { Chunks } from './chunkRegistry'

/** Loads the parts that are loaded on demand: script tag, npm package and one-file build differ in this alone. */
export interface ChunkLoader {
  /** `cdn` for script tags, `npm` for imports. Sent with every event as `$sdk_dist_channel`. */
  channel: 'cdn' | 'npm'
  /** Rejects when the part cannot be loaded. */
  load<K extends keyof Chunks>(name: K, config: Config): Promise<Chunks[K]>
}
