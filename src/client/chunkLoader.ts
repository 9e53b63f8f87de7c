import type { Page } from '../page/page'
import type { Config } from './api'
import type { Chunks } from './chunkRegistry'

/** A file that has not arrived by then counts as missing, and is used when it comes later. See D-802. */
export const LOAD_TIMEOUT_MS = 20_000

/** Loads the parts that are loaded on demand: script tag, npm package and one-file build differ in this alone. */
export interface ChunkLoader {
  /** `cdn` for script tags, `npm` for imports. Sent with every event as `$sdk_dist_channel`. */
  channel: 'cdn' | 'npm'
  /** Rejects when the part cannot be loaded. */
  load<K extends keyof Chunks>(name: K, config: Config, page: Page): Promise<Chunks[K]>
}
