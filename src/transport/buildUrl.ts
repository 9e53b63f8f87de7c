/**
 * Joins a host and a path of the interface: one slash between them, the host's own query and fragment dropped, a host that
 * is a path on this site (`/relay`) left relative.
 */
export function buildUrl(
  host: string,
  path: string,
  query: Record<string, string | number | undefined> = {},
): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(value!)}`)
  return host.trim().replace(/\/*([?#].*)?$/, '') + path + (pairs[0] ? `?${pairs.join('&')}` : '')
}
