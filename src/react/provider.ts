import { type Bootstrap, type Config, type EarshotClient, earshot } from 'earshot'
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { isEqual } from '../lib/isEqual'
import { readableCopy } from '../lib/json'
import { EarshotContext } from './context'
import { keepEqual } from './keepEqual'

/** Props of `EarshotProvider`: a client that the page has started, or the key and the options to start one with. */
export type EarshotProviderProps = { children?: ReactNode } & (
  | { client: EarshotClient; apiKey?: never; options?: never }
  | { client?: never; apiKey?: string; options?: Partial<Config> }
)

/**
 * Provides a client to the components below it.
 *
 * With `apiKey`, starts the client of the page after the first render, and passes later changes of `options` to `set_config`. Calls
 * before the start are queued. Unmounting leaves the client running, because it belongs to the page. See D-460.
 *
 * ```tsx
 * <EarshotProvider apiKey="phc_your_project_key" options={{ api_host: 'https://events.example.com' }}>
 *   <App />
 * </EarshotProvider>
 * ```
 */
export function EarshotProvider({
  client: given,
  apiKey,
  options,
  children,
}: EarshotProviderProps): ReactElement {
  const client = given ?? earshot
  const applied = useRef<[key: string | undefined, options: Partial<Config> | undefined] | null>(null)
  useEffect(() => {
    // Neither key nor options: the page starts its client itself.
    if (given || (apiKey ?? options) === undefined) return
    const last = applied.current
    applied.current = [apiKey, options]
    // `init` reports a missing key, and that a started client keeps its own.
    if (last ? last[0] !== apiKey : !client.__loaded) client.init(apiKey as string, options)
    else if (last && !isEqual(last[1], options)) client.set_config(options as Partial<Config>)
  })
  const [keep] = useState(keepEqual<Bootstrap | undefined>)
  const bootstrap = keep((readableCopy(options) as Partial<Config>).bootstrap)
  const value = useMemo(() => ({ client, bootstrap }), [client, bootstrap])
  return createElement(EarshotContext.Provider, { value }, children)
}
