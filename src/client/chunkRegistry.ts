import { VERSION } from '../lib/version'
import type { SurveyRuntime } from '../surveys/host'
import type { WordLookup } from '../surveys/words/english'
import type { Encoders } from '../transport/encoders'

/** What the files that are loaded on demand contain. */
export interface Chunks {
  surveys: SurveyRuntime
  encoders: Encoders
  /** The built-in texts of surveys in every language but English. See D-560. */
  words: WordLookup
}

/** A hash of the sources, inserted by the build. */
declare const __BUILD__: string

/**
 * A name of its own on the window: pages use `window.earshot` for the client. It contains the build, because a file of another one
 * may not fit, and the tag of a page may load one. Without a build, as in tests, it contains the version. See D-390.
 */
const REGISTRY_KEY = `__earshot_chunks_${typeof __BUILD__ === 'string' ? __BUILD__ : VERSION}`

const registry = () => window as unknown as { [key: string]: Partial<Chunks> | undefined }

/** Returns what has been loaded so far. It inherits nothing. See D-711. */
export const loadedChunks = (): Partial<Chunks> =>
  Object.assign(Object.create(null), registry()[REGISTRY_KEY])

/** Registers the contents of a loaded file; called by that file. A page may also load it by a tag of its own. See D-563. */
export function registerChunk(chunk: Partial<Chunks>): void {
  registry()[REGISTRY_KEY] = { ...loadedChunks(), ...chunk }
}
