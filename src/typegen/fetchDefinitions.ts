import type { Definitions, EventDefinition, FlagDefinition, PropertyDefinition } from './definitions'

/** Where the definitions are, and the key to read them. */
export interface DefinitionSource {
  /** URL of the service's API. */
  host: string
  /** A personal key. */
  key: string
  /** Id of the project; `@current` for the first one of the key. */
  project: string
  /** Whether definitions of events are read. */
  hasEvents: boolean
}

const PAGE_SIZE = 500

/** A reply that is no list. */
class ReplyError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Reads the definitions of a project from the management API.
 *
 * @throws Error that says what to set, for a reply that is no list.
 */
export async function fetchDefinitions({
  host,
  key,
  project,
  hasEvents,
}: DefinitionSource): Promise<Definitions> {
  const root = `${host.replace(/\/+$/, '')}/api/projects/${encodeURIComponent(project)}`
  const list = <T>(path: string, query: Record<string, string> = {}) =>
    readPages<T>(`${root}/${path}/?${new URLSearchParams({ ...query, limit: `${PAGE_SIZE}` })}`, key)

  const flags = await list<FlagDefinition>('feature_flags')
  if (!hasEvents) return { flags, events: undefined }
  const names = await list<{ name: string }>('event_definitions').catch(undefinedIfMissing)
  if (!names) return { flags, events: undefined }
  const events: EventDefinition[] = []
  // One after the other, since the hosted service limits the rate of requests.
  for (const { name } of names) {
    // The client captures these itself.
    if (name.startsWith('$')) continue
    const query = { type: 'event', event_names: JSON.stringify([name]), filter_by_event_names: 'true' }
    const properties = await list<PropertyDefinition>('property_definitions', query).catch(undefinedIfMissing)
    events.push({ name, properties: (properties ?? []).filter(property => !property.name.startsWith('$')) })
  }
  return { flags, events }
}

/** Not every service has definitions of events. */
function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof ReplyError && error.status === 404) return undefined
  throw error
}

async function readPages<T>(first: string, key: string): Promise<T[]> {
  const results: T[] = []
  let url: string | null = first
  while (url) {
    const page: { results: T[]; next?: string | null } = await readPage(url, key)
    results.push(...page.results)
    url = page.next ? ownUrl(page.next, first) : null
  }
  return results
}

/** Returns the URL of the next page. A service behind a proxy may name itself by an address that must not get the key. */
const ownUrl = (next: string, first: string): string => new URL(new URL(next, first).search, first).href

async function readPage<T>(url: string, key: string): Promise<{ results: T[]; next?: string | null }> {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  const body = parseJson(text) as { results?: unknown; detail?: string } | undefined
  if (response.ok && Array.isArray(body?.results)) return body as { results: T[] }
  const { pathname } = new URL(url)
  throw new ReplyError(
    response.ok ? 0 : response.status,
    `${pathname} answered ${response.status}: ${body?.detail ?? 'no list. Expected the URL of the API in --host'}`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
