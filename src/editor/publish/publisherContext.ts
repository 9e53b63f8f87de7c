import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Publisher, PublisherState } from './createPublisher'

const PublisherContext = createContext<Publisher | null>(null)
export const PublisherProvider = PublisherContext.Provider

/** Returns the page's publisher; `null` on a page without a service. */
export const usePublisher = (): Publisher | null => useContext(PublisherContext)

/** Returns the current state of a publisher and re-renders the component when it changes. */
export function usePublisherState(publisher: Publisher): PublisherState {
  const [state, setState] = useState(publisher.state)
  useEffect(() => {
    setState(publisher.state())
    return publisher.subscribe(() => setState(publisher.state()))
  }, [publisher])
  return state
}
