import { useEffect, useState } from 'preact/hooks'

/** Base path of the app. */
const BASE = '/spa'

const listeners = new Set<() => void>()

/** Returns the current route, such as `/pricing`. */
const currentRoute = (): string => location.pathname.slice(BASE.length) || '/'

/** Returns the URL of a route. */
export const hrefOf = (route: string): string => BASE + route

/** Navigates to a route. */
export function navigate(route: string): void {
  history.pushState(null, '', hrefOf(route))
  scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/** Returns the current route and re-renders the component on navigation, including the browser's back button. */
export function useRoute(): string {
  const [route, setRoute] = useState(currentRoute)
  useEffect(() => {
    const update = () => setRoute(currentRoute())
    listeners.add(update)
    addEventListener('popstate', update)
    return () => {
      listeners.delete(update)
      removeEventListener('popstate', update)
    }
  }, [])
  return route
}
