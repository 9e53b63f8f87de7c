import type { SurveyRuntime } from '../surveys/host'
import type { Encoders } from '../transport/encoders'

/** What the files that are fetched on demand bring. */
export interface Chunks {
  surveys?: SurveyRuntime
  encoders?: Encoders
}

/** Where they leave it: not under the public name, which the page may use as it likes. */
const REGISTRY_KEY = '__earshot_parts'

const registry = () => window as unknown as { [REGISTRY_KEY]?: Chunks }

/** What has arrived so far. */
export const loadedChunks = (): Chunks => registry()[REGISTRY_KEY] ?? {}

/** Called by a fetched file: leaves what it brings. */
export function registerChunk(chunk: Chunks): void {
  registry()[REGISTRY_KEY] = { ...loadedChunks(), ...chunk }
}
