/** The pages of the console. */
export type PageName = 'surveys' | 'events' | 'flags' | 'people' | 'status'

/** A page, or one thing on it, with the filters of the address. */
export interface Route {
  /** `null` for an address that leads nowhere. */
  page: PageName | null
  id?: string
  query: URLSearchParams
}

/** What a page of the console gets. */
export type PageProps = Pick<Route, 'id' | 'query'>

const PAGE_NAMES: readonly string[] = ['surveys', 'events', 'flags', 'people', 'status'] satisfies PageName[]
const HOME: PageName = 'surveys'

const isPageName = (name: string): name is PageName => PAGE_NAMES.includes(name)

/**
 * Reads the fragment of an address, such as `#/surveys/<id>?completion=partial`. Paths belong to the interface of the service.
 * Never throws. See D-596.
 */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2)
  const query = new URLSearchParams(search)
  const [page = '', id, ...rest] = path.split('/')
  if (page === '') return { page: HOME, query }
  if (!isPageName(page) || rest.length > 0) return { page: null, query }
  return id ? { page, id: decode(id), query } : { page, query }
}

/** Returns the fragment of a page, or of one thing on it. Empty values of the query are left out. */
export function hrefOf(page: PageName, id?: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return `#/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${search && `?${search}`}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Somebody wrote the address by hand.
    return text
  }
}
