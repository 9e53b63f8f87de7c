import type { Config } from '../../src/client/api'
import type { FlagsRequest } from '../../src/wire/flag'

/** Body of a request to `/flags`. */
type FlagsBody = FlagsRequest & Record<string, unknown>

/**
 * Returns a configuration whose `fetch` gives these responses to flags requests, in order: a body, a status, `fail` for a network
 * failure, or `never`. The last one repeats. `sent` holds the bodies of the requests.
 */
export const scripted = (...responses: (object | number | 'fail' | 'never')[]) => {
  const sent: FlagsBody[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    if (!String(url).includes('/flags')) return new Response('{"status":"Ok"}')
    sent.push(JSON.parse(String(init?.body)) as FlagsBody)
    const response = responses[Math.min(sent.length, responses.length) - 1]!
    if (response === 'fail') throw new TypeError('no network')
    if (response === 'never') {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    }
    if (typeof response === 'number') return new Response('oops', { status: response })
    return new Response(JSON.stringify(response))
  }
  const config: Partial<Config> = { fetch: fetch as typeof globalThis.fetch, compression: 'none' }
  return { sent, config }
}
/** Returns a flag of a reply. */
export const flag = (key: string, value: boolean | string, more: object = {}) => ({
  key,
  enabled: value !== false,
  variant: typeof value === 'string' ? value : null,
  ...more,
})
/** Returns a reply with flags of these values. */
export const replyOf = (values: Record<string, boolean | string>, more: object = {}) => ({
  flags: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, flag(key, value)])),
  errorsWhileComputingFlags: false,
  requestId: '0190a0a0-0000-4000-8000-000000000000',
  ...more,
})
