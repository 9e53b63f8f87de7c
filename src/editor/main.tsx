import { render } from 'preact'
import { App } from './App'
import { openPublisher } from './publish/openPublisher'
import { PublisherProvider } from './publish/publisherContext'
import { StoreProvider } from './state/store'

/** Key of `sessionStorage` in which the console keeps the personal key of this tab. */
const CONSOLE_KEY = 'earshot_console_key'

const app = document.getElementById('app')!
const query = new URLSearchParams(location.search)

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
  const key = sessionStorage.getItem(CONSOLE_KEY)
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
