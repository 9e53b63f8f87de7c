/** The kind of client that sent a request. Interface section 4.3, rule 2. */
export type RequestRuntime = 'client' | 'server' | 'unknown'

const BROWSERS = ['Mozilla/', 'Chrome/', 'Safari/', 'Firefox/', 'Edge/']
const SERVER_SDK = /^[A-Za-z][A-Za-z0-9]*-(?:python|ruby|php|java|go|node|dotnet|elixir|rs|server)\//
const SERVER_TOOLS = ['python-requests/', 'curl/']
const CLIENT_SDK = /^[A-Za-z][A-Za-z0-9]*-(?:android|ios|react-native|flutter|js)\//
const BROWSER_HEADERS = ['origin', 'referer', 'sec-fetch-mode', 'sec-fetch-site']

/**
 * Returns the runtime of a request. The user agent of a browser decides first, then that of an SDK or a tool, then
 * headers that only browsers send. The comparison is case-sensitive.
 *
 * @param requested `evaluation_runtime` of the body: `client`, `server` or `all` wins over the headers, any other value
 * does not count.
 */
export function requestRuntime(
  header: (name: string) => string | null | undefined,
  requested?: unknown,
): RequestRuntime | 'all' {
  if (requested === 'client' || requested === 'server' || requested === 'all') return requested
  const agent = header('user-agent') ?? ''
  if (BROWSERS.some(part => agent.includes(part))) return 'client'
  if (SERVER_SDK.test(agent) || SERVER_TOOLS.some(part => agent.includes(part))) return 'server'
  if (CLIENT_SDK.test(agent)) return 'client'
  return BROWSER_HEADERS.some(name => typeof header(name) === 'string') ? 'client' : 'unknown'
}
