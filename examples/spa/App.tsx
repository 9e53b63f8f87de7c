import type { ComponentChildren, ComponentType } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Account } from './pages/Account'
import { Notebooks } from './pages/Notebooks'
import { Pricing } from './pages/Pricing'
import { Today } from './pages/Today'
import { hrefOf, navigate, useRoute } from './router'

const ROUTES: { route: string; name: string; Page: ComponentType }[] = [
  { route: '/', name: 'Today', Page: Today },
  { route: '/notebooks', name: 'Notebooks', Page: Notebooks },
  { route: '/pricing', name: 'Pricing', Page: Pricing },
  { route: '/account', name: 'Account', Page: Account },
]

/** The layout of all pages, with the page of the current route. */
export function App() {
  const current = useRoute()
  const { name, Page } = ROUTES.find(({ route }) => route === current) ?? {
    name: 'Page not found',
    Page: NotFound,
  }
  // A layout effect runs before the page view is captured, so that its title is up to date.
  useLayoutEffect(() => {
    document.title = `${name} · Fieldbook`
  }, [name])

  return (
    <>
      <header class="bar">
        <Link class="brand" to="/">
          Fieldbook
        </Link>
        <nav aria-label="Main">
          {ROUTES.map(({ route, name }) => (
            <Link key={route} to={route} current={route === current}>
              {name}
            </Link>
          ))}
        </nav>
      </header>
      <main>
        <Page />
      </main>
    </>
  )
}

function NotFound() {
  return <h1>Page not found.</h1>
}

interface LinkProps {
  to: string
  current?: boolean
  class?: string
  children: ComponentChildren
}

/** A link to a route. Clicks with a modifier key keep the browser's behaviour, such as opening a new tab. */
function Link({ to, current, children, ...rest }: LinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a {...rest} href={hrefOf(to)} aria-current={current ? 'page' : undefined} onClick={onClick}>
      {children}
    </a>
  )
}
