import type { Config } from './api'
import type { ChunkLoader } from './chunkLoader'
import { type Chunks, loadedChunks } from './chunkRegistry'

/** Hashes of the files beside `earshot.js`, put in by the build, so that a changed file is not run. */
declare const __INTEGRITY__: Record<string, string>

/**
 * Loads the other files of a script tag from beside it, each at most once at a time.
 *
 * @param tag The script tag; base address, nonce and `crossorigin` are taken from it.
 */
export function scriptChunkLoader(tag: HTMLScriptElement | null): ChunkLoader {
  const base = tag?.src.replace(/[^/]*$/, '') ?? ''
  const trustedUrl = createUrlPolicy()

  const load = async <K extends keyof Chunks>(
    name: K,
    file: string,
    config: Config,
  ): Promise<NonNullable<Chunks[K]>> => {
    if (!loadedChunks()[name])
      await loadScript((config.asset_host?.replace(/\/*$/, '/') ?? base) + file, file, config)
    const chunk = loadedChunks()[name]
    if (!chunk) throw new Error(`${file} brought nothing`)
    return chunk
  }
  const loadScript = (url: string, file: string, config: Config) =>
    new Promise<unknown>((resolve, reject) => {
      const script = document.createElement('script')
      try {
        script.src = trustedUrl(url)
      } catch {
        // The page takes no script address from us; an import needs no policy, but cannot be checked against its hash.
        return resolve(import(url))
      }
      script.async = true
      script.crossOrigin = tag?.crossOrigin ?? 'anonymous'
      const nonce = config.nonce ?? tag?.nonce
      if (nonce) script.nonce = nonce
      const hash = __INTEGRITY__[file]
      if (hash) script.integrity = hash
      script.onload = resolve
      script.onerror = () => {
        script.remove()
        reject(new Error(`${url} could not be loaded`))
      }
      ;(document.head ?? document.documentElement).append(script)
    })

  return {
    channel: 'cdn',
    loadSurveys: config => load('surveys', 'earshot-surveys.js', config),
    loadEncoders: config => load('encoders', 'earshot-encoders.js', config),
  }
}

type Policy = { createScriptURL(url: string): string }
type TrustedTypes = { createPolicy(name: string, rules: object): Policy }

/**
 * Pages that enforce Trusted Types take a script's address only from a policy, and no policy twice: the second of a name is a
 * violation. Where ours is refused, the plain text is tried.
 */
function createUrlPolicy(): (url: string) => string {
  let policy: Policy | undefined
  return url => {
    try {
      const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
      policy ??= trustedTypes?.createPolicy('earshot', { createScriptURL: (text: string) => text })
      return policy?.createScriptURL(url) ?? url
    } catch {
      return url
    }
  }
}
