import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Api, ApiResult, RequestOptions } from '../api/createApi'
import type { ApiError } from '../api/errors'
import { useConsole } from './consoleContext'

/** What a page shows, and what becomes of it. */
export interface Data<T> {
  /** `undefined` until the first reply. Later loads keep it until they are complete. */
  value: T | undefined
  /** Of the latest load. */
  error: ApiError | undefined
  isLoading: boolean
  reload(): void
  /** Changes the value without a request, where a reply to a change has it. */
  setValue(change: (value: T) => T): void
}

/**
 * Loads something from the service when the page appears, when an input changes and when the connection is restored.
 *
 * @param inputs Whatever `load` depends on. A load that is no longer needed is aborted.
 * @param latest Returns what is known already, to show until the load is complete.
 */
export function useData<T>(
  load: (api: Api, signal: AbortSignal) => Promise<ApiResult<T>>,
  inputs: readonly unknown[],
  latest: (api: Api) => T | undefined = () => undefined,
): Data<T> {
  const { api, connection } = useConsole()
  const [state, setState] = useState<Pick<Data<T>, 'value' | 'error' | 'isLoading'>>({
    value: latest(api),
    error: undefined,
    isLoading: true,
  })
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt(count => count + 1), [])
  useEffect(() => {
    const controller = new AbortController()
    setState(state => ({ ...state, value: latest(api) ?? state.value, isLoading: true }))
    load(api, controller.signal).then(result => {
      if (controller.signal.aborted) return
      setState(({ value }) =>
        result.ok
          ? { value: result.value, error: undefined, isLoading: false }
          : { value, error: result.error, isLoading: false },
      )
    })
    return () => controller.abort()
  }, [api, attempt, ...inputs])
  const { error } = state
  useEffect(() => {
    if (error?.kind !== 'offline') return
    const update = () => !connection.isLost() && reload()
    // It may have been restored before this effect.
    update()
    return connection.subscribe(update)
  }, [connection, error])
  const setValue = useCallback(
    (change: (value: T) => T) =>
      setState(state => (state.value === undefined ? state : { ...state, value: change(state.value) })),
    [],
  )
  return { ...state, reload, setValue }
}

/** Loads a reply of the service. What an earlier page has loaded is shown at once. */
export const useGet = <T>(path: string, query: RequestOptions['query'] = {}): Data<T> =>
  useData<T>(
    (api, signal) => api.get(path, { query, signal }),
    [path, JSON.stringify(query)],
    api => api.latest(path, { query }),
  )
