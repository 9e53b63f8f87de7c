import { attempt } from '../lib/attempt'
import { VERSION } from '../lib/version'
import type { Page } from '../page/page'
import { within } from '../page/within'
import type { Config } from './api'
import { type ChunkLoader, LOAD_TIMEOUT_MS } from './chunkLoader'
import { type Chunks, loadedChunks } from './chunkRegistry'
import type { OwnScript } from './scriptTag'

/** Hashes of the other files, inserted by the build: the browser refuses a changed file. */
declare const __INTEGRITY__: Record<string, string>

type Policy = { createScriptURL(url: string): string }
type TrustedTypes = { createPolicy(name: string, rules: object): Policy }

/**
 * Loads the other files of a script tag from the same folder. See D-390, D-391.
 *
 * @param script The script that loads them. Nonce and `crossorigin` are those of its tag.
 */
export function scriptChunkLoader({ url: ownUrl, tag }: OwnScript): ChunkLoader {
  // A query may contain slashes.
  const base = ownUrl.replace(/[^/?#]*([?#].*)?$/, '')
  let policy: Policy | undefined
  /** Creates the Trusted Types policy once: a second policy of the same name is a violation. Without one the plain URL is used. */
  const trustedUrl = (url: string) =>
    attempt(() => {
      const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
      policy ??= trustedTypes?.createPolicy('earshot', { createScriptURL: (text: string) => text })
      return policy?.createScriptURL(url)
    }) ?? url

  const fetchChunk = async (name: keyof Chunks, config: Config, page: Page): Promise<unknown> => {
    const hash = __INTEGRITY__[name] ?? ''
    // A cache has the file of another build under another URL.
    const url = `${config.asset_host ? `${config.asset_host}/`.replace(/\/\/$/, '/') : base}earshot-${name}.js?v=${hash.slice(7, 15)}`
    const fetchFrom = async (url: string) => {
      if (!loadedChunks()[name]) await loadScript(url, hash, config)
      if (!loadedChunks()[name]) throw new Error()
    }
    // While a release is deployed, a cache may store the old file under the new URL: the second attempt bypasses all caches.
    const arrival = fetchFrom(url).catch(() => fetchFrom(`${url}&retry=${Date.now()}`))
    await within(page, LOAD_TIMEOUT_MS, arrival).catch(() => {})
    const chunk = loadedChunks()[name]
    // The next call tries again.
    delete pending[name]
    if (!chunk) throw new Error(`${url} could not be loaded. Expected version ${VERSION}`)
    return chunk
  }
  const loadScript = (url: string, hash: string, config: Config) =>
    new Promise<unknown>((resolve, reject) => {
      const script = document.createElement('script')
      try {
        script.src = trustedUrl(url)
      } catch {
        // Trusted Types refuse our URL. An import needs no policy, but its hash cannot be checked.
        return resolve(import(url))
      }
      script.async = true
      script.crossOrigin = tag?.crossOrigin ?? 'anonymous'
      const nonce = config.nonce ?? attempt(() => tag?.nonce)
      if (nonce) script.nonce = nonce
      if (hash) script.integrity = hash
      script.onload = resolve
      script.onerror = () => {
        script.remove()
        reject()
      }
      ;(attempt(() => document.head) ?? document.documentElement).append(script)
    })

  const pending: { [name: string]: Promise<unknown> } = Object.create(null)
  return {
    channel: 'cdn',
    load<K extends keyof Chunks>(name: K, ...args: [Config, Page]) {
      pending[name] ??= fetchChunk(name, ...args)
      return pending[name] as Promise<Chunks[K]>
    },
  }
}
