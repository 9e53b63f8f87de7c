import { useEffect, useState } from 'preact/hooks'

/** Everything of the app lies below this path. */
const BASE = '/spa'

const listeners = new Set<() => void>()

/** The route on display, such as `/pricing`. */
const currentRoute = (): string => location.pathname.slice(BASE.length) || '/'

/** The address of a route. */
export const hrefOf = (route: string): string => BASE + route

/** Goes to a route. */
export function go(route: string): void {
  history.pushState(null, '', hrefOf(route))
  scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/** The route on display; the component follows each change, the browser's back button included. */
export function useRoute(): string {
  const [route, setRoute] = useState(currentRoute)
  useEffect(() => {
    const follow = () => setRoute(currentRoute())
    listeners.add(follow)
    addEventListener('popstate', follow)
    return () => {
      listeners.delete(follow)
      removeEventListener('popstate', follow)
    }
  }, [])
  return route
}
