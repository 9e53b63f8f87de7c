import type { EarshotClient } from './api'
import type { ChunkLoader } from './chunkLoader'
import { createUninitializedClient } from './client'
import { DEFAULTS } from './config'
import type { QueuedCall } from './queuedCalls'

/** A call as the stub leaves it: name and arguments, with time and address. Snippets of other clients leave bare functions too. */
type SnippetCall = ([name: string, ...args: unknown[]] & { at?: number; url?: string }) | (() => void)

/** What the stub leaves in place of the client; a named client has one of its own. */
type Snippet = SnippetCall[] & {
  _i?: [token: string, config?: object, name?: string][]
  people?: SnippetCall[]
} & {
  [name: string]: unknown
}

/**
 * Takes the place of the stub under `window.earshot`, makes up for what the page has called meanwhile, and starts by itself
 * when the script tag says for which project.
 *
 * @param tag The script tag that loaded us; its `data-*` attributes are settings in kebab case, `data-config` is JSON.
 */
export function installGlobal(chunkLoader: ChunkLoader, tag: HTMLScriptElement | null): void {
  const global = window as unknown as { earshot?: Snippet | EarshotClient }
  const existing = global.earshot
  // An element of that id is found under the name too.
  const snippet = Array.isArray(existing) ? (existing as Snippet) : undefined
  if (!snippet && typeof existing?.init === 'function') {
    console.warn('[earshot] the script is on this page twice; the first one goes on')
    return
  }
  const takeSnippetCalls = (name: string): QueuedCall[] => {
    const own = name && name !== 'earshot' ? (snippet?.[name] as Snippet | undefined) : snippet
    return [
      ...(own?.people ?? []).splice(0).map(call => toQueuedCall(call, 'people.')),
      ...(own ?? []).splice(0).map(call => toQueuedCall(call)),
    ]
  }
  const client = createUninitializedClient({ chunkLoader, takeSnippetCalls })
  global.earshot = Object.assign(client, { __SV: 1 })
  const { token, tagConfig } = readTagConfig(tag)
  const inits = snippet?._i ?? []
  // A tag that names the service but no project says nothing of itself unless it is told that it does nothing.
  if (token !== undefined || (tagConfig.api_host && !inits[0])) client.init(token ?? '', tagConfig)
  for (const [key, config, name] of inits) client.init(key, { ...tagConfig, ...config }, name)
}

function toQueuedCall(call: SnippetCall, prefix = ''): QueuedCall {
  if (typeof call === 'function') return { name: '', args: [], at: 0, url: '', run: call }
  const [name, ...args] = call
  return { name: prefix + name, args, at: call.at ?? 0, url: call.url ?? '' }
}

/** Settings from the attributes of a tag. A value that is JSON is taken as such: `true`, `5`, `["a"]`. */
export function readTagConfig(tag: HTMLScriptElement | null): {
  token: string | undefined
  tagConfig: Record<string, unknown>
} {
  const { apiKey, projectToken, config = '{}', ...rest } = { ...tag?.dataset }
  const json = parseValue(config)
  const tagConfig: Record<string, unknown> = typeof json === 'object' ? { ...json } : { config }
  for (const [name, text = ''] of Object.entries(rest)) {
    const key = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    // An attribute without a value is a switch; what is text by default may be switched off, but is no number.
    const value = text === '' || parseValue(text)
    const isText = typeof DEFAULTS[key as keyof typeof DEFAULTS] === 'string' && typeof value !== 'boolean'
    tagConfig[key] = isText ? text : value
  }
  return { token: apiKey ?? projectToken, tagConfig }
}

function parseValue(text: string): unknown {
  // An error costs the browser a second reading of the whole script, for its stack: what cannot be JSON is not tried.
  if (!/^\s*(["[{\d-]|(true|false|null)\s*$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
