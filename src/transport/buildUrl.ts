/** Parameters of a query. `undefined` leaves one out, a list repeats it. */
export type Query = Record<string, string | number | readonly string[] | undefined>

/** `encodeURIComponent` throws for a lone surrogate. `URLSearchParams` does not, but the page may have none that works. See D-556. */
const encode = (value: string | number) => encodeURIComponent(String(value).replace(/\p{Cs}/gu, '\ufffd'))

/**
 * Joins a host and an API path with exactly one slash. Drops query and fragment of the host. A host that is a path on this
 * site (`/relay`) stays relative.
 *
 * @param path One of `wire/paths.ts`, with a leading slash.
 */
export function buildUrl(host: string, path: string, query: Query = {}): string {
  const search = Object.entries(query)
    .flatMap(([key, value]) => [value ?? []].flat().map(one => `${key}=${encode(one)}`))
    .join('&')
  return (/^[^?#]*[^/?#]/.exec(host.trim()) ?? [''])[0] + path + (search && `?${search}`)
}
