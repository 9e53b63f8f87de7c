/**
 * Joins a host and an API path with exactly one slash. Drops query and fragment of the host. A host that is a path on this
 * site (`/relay`) stays relative.
 *
 * @param path One of `wire/paths.ts`, with a leading slash.
 * @param query Parameters that are `undefined` are left out.
 */
export function buildUrl(
  host: string,
  path: string,
  query: Record<string, string | number | undefined> = {},
): string {
  // Unlike `encodeURIComponent`, it accepts a lone surrogate.
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, `${value}`]])),
  ).toString()
  return (/^[^?#]*[^/?#]/.exec(host.trim()) ?? [''])[0] + path + (search && `?${search}`)
}
