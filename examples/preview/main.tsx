import { render } from 'preact'
import { App } from '../../src/editor/App'
import { openShelf } from '../../src/editor/shelf/openShelf'
import { ShelfProvider } from '../../src/editor/shelf/shelfContext'
import { StoreProvider } from '../../src/editor/state/store'

const { store, shelf } = await openShelf(location, localStorage, sessionStorage)

render(
  <StoreProvider value={store}>
    <ShelfProvider value={shelf}>
      <App />
    </ShelfProvider>
  </StoreProvider>,
  document.getElementById('app')!,
)
