import { useEffect, useState } from 'preact/hooks'
import { hrefOf, type PageName, parseRoute, type Route } from '../router'

/** Returns the page of the address. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const update = () => setHash(location.hash)
    // The address may have changed between the rendering and this effect.
    update()
    addEventListener('hashchange', update)
    addEventListener(REPLACED, update)
    return () => {
      removeEventListener('hashchange', update)
      removeEventListener(REPLACED, update)
    }
  }, [])
  return parseRoute(hash)
}

/** Opens a page. */
export function navigate(page: PageName, id?: string, query?: Record<string, string>): void {
  location.hash = hrefOf(page, id, query)
}

/** `replaceState` has no event of its own. */
const REPLACED = 'earshot-replaced'

/** Writes filters into the address, without a step in the history of the tab. */
export function replaceRoute(page: PageName, id: string | undefined, query: Record<string, string>): void {
  history.replaceState(null, '', hrefOf(page, id, query))
  dispatchEvent(new Event(REPLACED))
}
