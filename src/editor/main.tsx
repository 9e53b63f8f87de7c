import { render } from 'preact'
import { App } from './App'
import { openPublisher } from './publish/openPublisher'
import { PublisherProvider } from './publish/publisherContext'
import { StoreProvider } from './state/store'

const app = document.getElementById('app')!
const query = new URLSearchParams(location.search)

/**
 * Returns the personal key that the console keeps for this tab, else the one that `earshot serve --demo` writes into the page. Empty
 * when there is none.
 */
function consoleKey(): string {
  for (const json of [
    sessionStorage.getItem('earshot_console'),
    document.getElementById('boot')?.textContent,
  ]) {
    const key = parse(json)?.key
    if (typeof key === 'string' && key) return key
  }
  return ''
}

function parse(json: string | null | undefined): { key?: unknown } | null {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    // Overwritten by something else: as if there was none.
    return null
  }
}

/** Explains why there is no editor, and leads back to the console. */
function Problem({ message }: { message: string }) {
  return (
    <main class="problem">
      <h1>The survey cannot be opened</h1>
      <p>{message}</p>
      <p>
        <a class="button primary" href="/">
          Back to the console
        </a>
      </p>
    </main>
  )
}

async function open() {
  const key = consoleKey()
  if (!key) throw new Error('Sign in to the console in this tab first.')
  const { store, publisher } = await openPublisher({
    projectId: query.get('project') ?? '@current',
    surveyId: query.get('survey') ?? undefined,
    key,
    storage: localStorage,
    now: () => Date.now(),
    onCreated(id) {
      query.set('survey', id)
      history.replaceState(null, '', `?${query}`)
    },
  })
  publisher.start()
  render(
    <StoreProvider value={store}>
      <PublisherProvider value={publisher}>
        <App />
      </PublisherProvider>
    </StoreProvider>,
    app,
  )
}

open().catch(error => render(<Problem message={error.message} />, app))
