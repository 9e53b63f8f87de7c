import { type Bootstrap, type EarshotClient, earshot } from 'earshot'
import { createContext, useContext } from 'react'

/** The client of a part of the tree, and the values that the server has rendered it with. */
export interface EarshotContextValue {
  client: EarshotClient
  /** Default: `bootstrap` of the client's configuration. */
  bootstrap?: Bootstrap
}

/** The context of `EarshotProvider`. Without a provider, it has the client of the page. */
export const EarshotContext = createContext<EarshotContextValue>({ client: earshot })

/**
 * Returns the client of the nearest provider.
 *
 * ```ts
 * const earshot = useEarshot()
 * earshot.capture('signed up', { plan: 'pro' })
 * ```
 */
export const useEarshot = (): EarshotClient => useContext(EarshotContext).client
