import type { Connection } from './createConnection'
import { type ApiError, errorOf, OFFLINE } from './errors'

/** A reply, or why there is none. */
export type ApiResult<T> = { ok: true; value: T } | { ok: false; error: ApiError }

/** A request without a body. */
export interface RequestOptions {
  /** Empty and missing values are left out. */
  query?: Record<string, string | number | undefined>
  signal?: AbortSignal
}

/** The interface of the service, for one key and one project. Failures are values. */
export interface Api {
  /** `:project_id` in a path stands for the project. Also takes the `next` URL of a page. */
  get<T>(path: string, options?: RequestOptions): Promise<ApiResult<T>>
  /** Returns the latest reply to the same `get`, which a page shows while it asks again. */
  latest<T>(path: string, options?: RequestOptions): T | undefined
  post<T>(path: string, body: unknown, options?: RequestOptions): Promise<ApiResult<T>>
  patch<T>(path: string, body: unknown, options?: RequestOptions): Promise<ApiResult<T>>
  delete(path: string, options?: RequestOptions): Promise<ApiResult<undefined>>
  /** The bytes of a reply, for a download: as text, a file would lose its byte order mark. */
  getBlob(path: string, options?: RequestOptions): Promise<ApiResult<Blob>>
}

interface ApiOptions {
  key: string
  projectId: number | null
  connection: Connection
  /** The service does not know the key, or not any more. */
  onUnauthorized(): void
}

/** Replies that are kept; the oldest goes first. */
const MAX_REPLIES = 50

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Creates the client of the service that served the page. */
export function createApi({ key, projectId, connection, onUnauthorized }: ApiOptions): Api {
  async function send<T>(
    method: Method,
    path: string,
    { query = {}, signal, body }: RequestOptions & { body?: unknown },
    read: (response: Response) => Promise<T>,
  ): Promise<ApiResult<T>> {
    try {
      const response = await fetch(urlOf(path, projectId, query), {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
        cache: 'no-store',
      })
      if (response.status === 401) onUnauthorized()
      const result: ApiResult<T> = response.ok
        ? { ok: true, value: await read(response) }
        : { ok: false, error: await errorOf(response) }
      connection.restore()
      return result
    } catch {
      // The service did not answer, or the page needs the answer no more.
      if (!signal?.aborted) connection.lose()
      return { ok: false, error: OFFLINE }
    }
  }
  const replies = new Map<string, unknown>()
  const keep = (url: string, value: unknown) => {
    replies.delete(url)
    replies.set(url, value)
    if (replies.size > MAX_REPLIES) replies.delete(replies.keys().next().value!)
  }
  const readJson = async <T>(response: Response): Promise<T> => response.json()
  return {
    async get<T>(path: string, options: RequestOptions = {}) {
      const result = await send('GET', path, options, readJson<T>)
      if (result.ok) keep(urlOf(path, projectId, options.query), result.value)
      return result
    },
    // The URL says which type its reply has.
    latest: <T>(path: string, options: RequestOptions = {}) =>
      replies.get(urlOf(path, projectId, options.query)) as T | undefined,
    post: <T>(path: string, body: unknown, options: RequestOptions = {}) =>
      send('POST', path, { ...options, body }, readJson<T>),
    patch: <T>(path: string, body: unknown, options: RequestOptions = {}) =>
      send('PATCH', path, { ...options, body }, readJson<T>),
    delete: (path, options = {}) => send('DELETE', path, options, async () => undefined),
    getBlob: (path, options = {}) => send('GET', path, options, response => response.blob()),
  }
}

/** The `next` URL of a page may name another host, where a proxy is in front of the service. */
function urlOf(path: string, projectId: number | null, query: RequestOptions['query'] = {}): string {
  const url = new URL(path.replace(':project_id', String(projectId ?? '@current')), location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  return url.pathname + url.search
}
