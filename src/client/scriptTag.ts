import { attempt } from '../lib/attempt'
import { parseJson, readableCopy } from '../lib/json'
import { log } from '../lib/log'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { isFunction, isText } from '../lib/typeGuards'
import type { EarshotClient } from './api'
import type { ChunkLoader } from './chunkLoader'
import { createUninitializedClient } from './client'
import { DEFAULTS } from './config'
import type { EarlyRequest } from './earlyRequest'
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

/** The URL of this file, and its script tag. */
export interface OwnScript {
  /** Empty for an inline script. */
  url: string
  /** `null` after `import()`. */
  tag: HTMLScriptElement | null
}

/** Milliseconds in which the page can call `init` before one line says that it is waited for. */
const KEY_WAIT_MS = 3_000

/** Returns where this file comes from. Must be called while the file is loading. See D-393. */
export function ownScript(): OwnScript {
  const current = attempt((): OwnScript | undefined => {
    const tag = document.currentScript as HTMLScriptElement | null
    // Any element with the name `currentScript` may stand there, such as an image in a visitor's comment.
    return tag?.localName === 'script' ? { url: tag.src ?? '', tag } : undefined
  })
  if (current) return current
  // A module has no current script, but the stack of an error names its URL.
  const url = /[\w-]+:\/\/\S+?(?=:\d+:\d+)/.exec(new Error().stack ?? '')?.[0] ?? ''
  return { url, tag: attempt(() => [...document.scripts].find(({ src }) => src && src === url)) ?? null }
}

/**
 * Installs the client as `window.earshot`, or under the name of `data-global`, in place of the snippet, and starts it when the
 * script tag or the snippet names a project. The calls that the snippet has queued are replayed. See D-471.
 */
export function installGlobal(chunkLoader: ChunkLoader, script: OwnScript): void {
  const global = window as unknown as Record<string, Snippet | EarshotClient | undefined>
  const { token, tagConfig, globalName } = readScriptConfig(script)
  const existing = attempt(() => global[globalName])
  // An element with that id is a property of the window too.
  const snippet = Array.isArray(existing) ? (existing as Snippet) : undefined
  if (!snippet && isFunction(existing?.init)) {
    log('warn', 'earshot: loaded twice. The second copy does nothing')
    return
  }
  const takeSnippetCalls = (name: string): QueuedCall[] => {
    const own = name ? (snippet?.[name] as Snippet | undefined) : snippet
    return [
      ...toQueuedCalls(nullProtoRecord(own as Partial<Snippet>).people as SnippetCall[], 'people.'),
      ...toQueuedCalls(own),
    ]
  }
  const takeEarlyRequest = (token: string): EarlyRequest | undefined => {
    const page = window as { earshotStart?: EarlyRequest | undefined }
    const { earshotStart: earlyRequest } = page
    if (earlyRequest?.key !== token) return undefined
    page.earshotStart = undefined
    return earlyRequest
  }
  const client = createUninitializedClient({
    chunkLoader,
    takeSnippetCalls,
    takeEarlyRequest,
    nonce: attempt(() => script.tag?.nonce || undefined),
  })
  // The page may have made it read-only.
  attempt(() => (global[globalName] = client))
  // Off the stack of the script, which is costly to trace. See D-551.
  void Promise.resolve().then(() => {
    const inits = (nullProtoRecord(snippet as Partial<Snippet>)._i as Snippet['_i']) ?? []
    // A tag with a host but without a key: `init` reports the missing key.
    if (token !== undefined || (tagConfig.api_host && !inits[0])) client.init(token ?? '', tagConfig)
    else if (!inits[0])
      attempt(() =>
        setTimeout(() => {
          if (!client.__loaded) log('warn', 'earshot: no project key yet. Set data-api-key, or call init')
        }, KEY_WAIT_MS),
      )
    // The snippet of posthog-js gives the client of the page the name of the global.
    for (const [key, config, name] of inits)
      client.init(key, { ...tagConfig, ...config }, name === globalName ? '' : name)
  })
}

/** Empties an array of the snippet. Leaves out what is no call: tag managers also push objects. See D-669. */
const toQueuedCalls = (calls: SnippetCall[] = [], prefix = ''): QueuedCall[] =>
  attempt(
    () => calls.splice(0),
    attempt(() => [...calls], []),
  ).flatMap(
    call =>
      attempt((): QueuedCall => {
        const run = isFunction(call) ? call : undefined
        const [name, ...args] = run ? [''] : (call as unknown[])
        // Arrays have a method `at`.
        const { at = 0, url = '' }: { at?: number; url?: string } = nullProtoRecord(call as never)
        return { name: prefix + name, args, at, url, run, onResult: undefined }
      }) ?? [],
  )

/**
 * Reads the settings of a script. Attributes of the tag win over `api_key`, `api_host` and `global` in its URL, and those over
 * `window.earshotConfig`. See D-393.
 *
 * Attributes are settings in kebab case, `data-config` is JSON. A value that is JSON is parsed: `true`, `5`, `["a"]`.
 */
export function readScriptConfig({ url, tag }: OwnScript): {
  token: string | undefined
  tagConfig: Record<string, unknown>
  globalName: string
} {
  const earshotConfig = attempt(() => (window as { earshotConfig?: object }).earshotConfig)
  const { api_key, project_token = api_key, ...pageConfig } = readableCopy(earshotConfig)
  const param = (name: string) => attempt(() => new URLSearchParams(url.replace(/^[^?]*|#.*/g, '')).get(name))
  const {
    apiKey,
    projectToken,
    global = param('global') ?? 'earshot',
    config = '{}',
    ...rest
  } = readableCopy(attempt(() => tag?.dataset)) as Partial<Record<string, string>>
  const json = parseValue(config)
  const tagConfig = nullProtoRecord<unknown>({
    ...pageConfig,
    ...(param('api_host') && { api_host: param('api_host') }),
    ...(typeof json === 'object' ? json : { config }),
  })
  for (const [name, text = ''] of Object.entries(rest)) {
    const key = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    // An attribute without a value means `true`. A setting whose default is text may be `false`, but never a number.
    const value = text === '' || parseValue(text)
    const keepsText = isText(DEFAULTS[key as keyof typeof DEFAULTS]) && typeof value !== 'boolean'
    tagConfig[key] = keepsText ? text : value
  }
  const token = apiKey ?? projectToken ?? param('api_key') ?? project_token
  return { token: token as string | undefined, tagConfig, globalName: global }
}

/** A thrown error makes Chromium parse the whole script again for the stack, so only text that can be JSON is tried. */
const parseValue = (text: string): unknown =>
  /^\s*(["[{\d-]|(true|false|null)\s*$)/.test(text) ? parseJson<unknown>(text, text) : text
