import { useState } from 'preact/hooks'
import type { Page } from '../../wire/console'
import type { Api, ApiResult, RequestOptions } from '../api/createApi'
import type { ApiError } from '../api/errors'
import { useConsole } from './consoleContext'
import { type Data, useData } from './useData'

/** A list that is loaded page by page. */
export interface Pages<T> extends Pick<Data<T[]>, 'isLoading' | 'error' | 'reload'> {
  /** `undefined` until the first page is there. */
  items: T[] | undefined
  hasMore: boolean
  /** Loads the next page. Does nothing while one is loading, or at the end. */
  loadMore(): void
}

/** Loads the first page of a list, and more of them when asked. */
export function usePages<T>(path: string, query: Record<string, string | number | undefined>): Pages<T> {
  const { api } = useConsole()
  const data = useData<Page<T>>(
    (api, signal) => loadUntilFound(api, path, { query, signal }),
    [path, JSON.stringify(query)],
  )
  const { value, setValue } = data
  const [more, setMore] = useState<{ isLoading: boolean; error?: ApiError }>({ isLoading: false })
  const loadMore = async () => {
    if (!value?.next || more.isLoading || data.isLoading) return
    const { next } = value
    setMore({ isLoading: true })
    const result = await loadUntilFound<T>(api, next)
    setMore(result.ok ? { isLoading: false } : { isLoading: false, error: result.error })
    if (!result.ok) return
    // The list may have been loaded again in the meantime.
    setValue(page =>
      page.next === next
        ? { results: [...page.results, ...result.value.results], next: result.value.next }
        : page,
    )
  }
  return {
    items: value?.results,
    isLoading: data.isLoading || more.isLoading,
    error: data.error ?? more.error,
    reload: data.reload,
    hasMore: Boolean(value?.next),
    loadMore,
  }
}

/** Loads pages until one has results: a page without any may have a next one, where the service looked at enough rows. */
async function loadUntilFound<T>(
  api: Api,
  path: string,
  options: RequestOptions = {},
): Promise<ApiResult<Page<T>>> {
  const result = await api.get<Page<T>>(path, options)
  if (!result.ok || result.value.results.length > 0 || result.value.next === null) return result
  return loadUntilFound(api, result.value.next, options.signal && { signal: options.signal })
}
