import { VERSION } from '../lib/version'
import type { SurveyRuntime } from '../surveys/host'
import type { Encoders } from '../transport/encoders'

/** What the files that are loaded on demand contain. */
export interface Chunks {
  surveys?: SurveyRuntime
  encoders?: Encoders
}

/**
 * A name of its own on the window: pages use `window.earshot` for the client. It contains the version, because a file of another
 * version may not fit. See D-390.
 */
const REGISTRY_KEY = `__earshot_chunks_${VERSION}`

const registry = () => window as unknown as { [key: string]: Chunks | undefined }

/** Returns what has been loaded so far. */
export const loadedChunks = (): Chunks => registry()[REGISTRY_KEY] ?? {}

/** Registers the contents of a loaded file; called by that file. */
export function registerChunk(chunk: Chunks): void {
  registry()[REGISTRY_KEY] = { ...loadedChunks(), ...chunk }
}
