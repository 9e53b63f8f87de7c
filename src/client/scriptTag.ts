import { ownOptions } from '../lib/nullProtoRecord'
import type { EarshotClient } from './api'
import type { ChunkLoader } from './chunkLoader'
import { createUninitializedClient } from './client'
import { DEFAULTS } from './config'
import type { QueuedCall } from './queuedCalls'

/** A queued call as the snippet stores it: name and arguments, with time and URL. Snippets of posthog-js store functions too. */
type SnippetCall = ([name: string, ...args: unknown[]] & { at?: number; url?: string }) | (() => void)

/** The array that the snippet puts in place of the client. A named client has one of its own. */
type Snippet = SnippetCall[] & {
  _i?: [token: string, config?: object, name?: string][]
  people?: SnippetCall[]
} & {
  [name: string]: unknown
}

/**
 * Installs the client as `window.earshot` in place of the snippet, and starts it when the script tag or the snippet names a
 * project. The calls that the snippet has queued are replayed.
 *
 * @param tag The script tag of this file. Its `data-*` attributes are settings in kebab case, `data-config` is JSON.
 */
export function installGlobal(chunkLoader: ChunkLoader, tag: HTMLScriptElement | null): void {
  const global = window as unknown as { earshot?: Snippet | EarshotClient }
  const existing = global.earshot
  // An element with that id is a property of the window too.
  const snippet = Array.isArray(existing) ? (existing as Snippet) : undefined
  if (!snippet && typeof existing?.init === 'function') {
    console.warn('earshot: the script is on this page twice. The second copy does nothing')
    return
  }
  const takeSnippetCalls = (name: string): QueuedCall[] => {
    const own = name && name !== 'earshot' ? (snippet?.[name] as Snippet | undefined) : snippet
    return [
      ...(own?.people ?? []).splice(0).map(call => toQueuedCall(call, 'people.')),
      ...(own ?? []).splice(0).map(call => toQueuedCall(call)),
    ]
  }
  const client = createUninitializedClient({ chunkLoader, takeSnippetCalls, nonce: tag?.nonce || undefined })
  global.earshot = Object.assign(client, { __SV: 1 })
  const { token, tagConfig } = readTagConfig(tag)
  const inits = snippet?._i ?? []
  // A tag with a host but without a key: `init` reports the missing key.
  if (token !== undefined || (tagConfig.api_host && !inits[0])) client.init(token ?? '', tagConfig)
  for (const [key, config, name] of inits) client.init(key, { ...tagConfig, ...config }, name)
}

function toQueuedCall(call: SnippetCall, prefix = ''): QueuedCall {
  if (typeof call === 'function') return { name: '', args: [], at: 0, url: '', run: call }
  const [name, ...args] = call
  return { name: prefix + name, args, at: call.at ?? 0, url: call.url ?? '' }
}

/** Reads the settings from the attributes of a script tag. A value that is JSON is parsed: `true`, `5`, `["a"]`. */
export function readTagConfig(tag: HTMLScriptElement | null): {
  token: string | undefined
  tagConfig: Record<string, unknown>
} {
  const { apiKey, projectToken, config = '{}', ...rest } = ownOptions({ ...tag?.dataset })
  const json = parseValue(config)
  const tagConfig: Record<string, unknown> = typeof json === 'object' ? { ...json } : { config }
  for (const [name, text = ''] of Object.entries(rest)) {
    const key = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    // An attribute without a value means `true`. A setting whose default is text may be `false`, but never a number.
    const value = text === '' || parseValue(text)
    const isText = typeof DEFAULTS[key as keyof typeof DEFAULTS] === 'string' && typeof value !== 'boolean'
    tagConfig[key] = isText ? text : value
  }
  return { token: apiKey ?? projectToken, tagConfig }
}

function parseValue(text: string): unknown {
  // A thrown error makes Chromium parse the whole script again for the stack, so only text that can be JSON is tried.
  if (!/^\s*(["[{\d-]|(true|false|null)\s*$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
