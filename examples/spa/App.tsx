import type { ComponentChildren, ComponentType } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Account } from './pages/Account'
import { Notebooks } from './pages/Notebooks'
import { Pricing } from './pages/Pricing'
import { Today } from './pages/Today'
import { go, hrefOf, useRoute } from './router'

const ROUTES: { route: string; name: string; Page: ComponentType }[] = [
  { route: '/', name: 'Today', Page: Today },
  { route: '/notebooks', name: 'Notebooks', Page: Notebooks },
  { route: '/pricing', name: 'Pricing', Page: Pricing },
  { route: '/account', name: 'Account', Page: Account },
]

/** The frame of every page, and the page that the address asks for. */
export function App() {
  const current = useRoute()
  const { name, Page } = ROUTES.find(({ route }) => route === current) ?? { name: 'Not here', Page: NotHere }
  // Before the browser paints, so that the page view already has the new title.
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

function NotHere() {
  return <h1>There is no such page.</h1>
}

interface LinkProps {
  to: string
  current?: boolean
  class?: string
  children: ComponentChildren
}

/** A link inside the app. With a modifier key it is the browser's: a new tab stays a new tab. */
function Link({ to, current, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a {...rest} href={hrefOf(to)} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
