import type { EarshotClient } from './api'
import { createUnstarted } from './client'
import { DEFAULTS } from './config'
import type { Platform } from './platform'
import type { Call } from './replay'

/** A call as the stub leaves it: name and arguments, with time and address. Snippets of other clients leave bare functions too. */
type StubCall = ([name: string, ...args: unknown[]] & { at?: number; url?: string }) | (() => void)

/** What the stub leaves in place of the client; a named client has one of its own. */
type Stub = StubCall[] & { _i?: [token: string, config?: object, name?: string][]; people?: StubCall[] } & {
  [name: string]: unknown
}

/**
 * Takes the place of the stub under `window.earshot`, makes up for what the page has called meanwhile, and starts by itself
 * when the script tag says for which project.
 *
 * @param tag The script tag that loaded us; its `data-*` attributes are settings in kebab case, `data-config` is JSON.
 */
export function takeOver(platform: Platform, tag: HTMLScriptElement | null): void {
  const page = window as unknown as { earshot?: Stub | EarshotClient }
  const before = page.earshot
  // An element of that id is found under the name too.
  const stub = Array.isArray(before) ? (before as Stub) : undefined
  if (!stub && typeof before?.init === 'function') {
    console.warn('[earshot] the script is on this page twice; the first one goes on')
    return
  }
  const waiting = (name: string): Call[] => {
    const own = name && name !== 'earshot' ? (stub?.[name] as Stub | undefined) : stub
    return [
      ...(own?.people ?? []).map(call => callOf(call, 'people.')),
      ...(own ?? []).map(call => callOf(call)),
    ]
  }
  const client = createUnstarted({ platform, waiting })
  page.earshot = Object.assign(client, { __SV: 1 })
  const { token, settings } = settingsOf(tag)
  const asked = stub?._i ?? []
  // A tag that names the service but no project says nothing of itself unless it is told that it does nothing.
  if (token !== undefined || (settings.api_host && !asked[0])) client.init(token ?? '', settings)
  for (const [key, config, name] of asked) client.init(key, { ...settings, ...config }, name)
}

function callOf(call: StubCall, prefix = ''): Call {
  if (typeof call === 'function') return { name: '', args: [], at: 0, url: '', run: call }
  const [name, ...args] = call
  return { name: prefix + name, args, at: call.at ?? 0, url: call.url ?? '' }
}

/** Settings from the attributes of a tag. A value that is JSON is taken as such: `true`, `5`, `["a"]`. */
export function settingsOf(tag: HTMLScriptElement | null): {
  token: string | undefined
  settings: Record<string, unknown>
} {
  const { apiKey, projectToken, config = '{}', ...rest } = { ...tag?.dataset }
  const given = parsed(config)
  const settings: Record<string, unknown> = typeof given === 'object' ? { ...given } : { config }
  for (const [name, text = ''] of Object.entries(rest)) {
    const key = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    // An attribute without a value is a switch; what is text by default may be switched off, but is no number.
    const value = text === '' || parsed(text)
    const isText = typeof DEFAULTS[key as keyof typeof DEFAULTS] === 'string' && typeof value !== 'boolean'
    settings[key] = isText ? text : value
  }
  return { token: apiKey ?? projectToken, settings }
}

function parsed(text: string): unknown {
  // An error costs the browser a second reading of the whole script, for its stack: what cannot be JSON is not tried.
  if (!/^\s*(["[{\d-]|(true|false|null)\s*$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
