import { render } from 'preact'
import { App } from '../../src/editor/App'
import { openStore } from '../../src/editor/state/openStore'
import { saveState } from '../../src/editor/state/savedState'
import { StoreProvider } from '../../src/editor/state/store'

/** Milliseconds between a change and the save that follows it. */
const AUTOSAVE_DELAY_MS = 250

const store = await openStore(location, localStorage)

let timer: ReturnType<typeof setTimeout> | undefined
const save = () => {
  clearTimeout(timer)
  timer = undefined
  const isSaved = saveState(localStorage, store.get())
  if (!isSaved) store.set({ notice: 'This browser cannot save your survey. Copy its JSON before you leave.' })
}
store.subscribe(() => {
  timer ??= setTimeout(save, AUTOSAVE_DELAY_MS)
})
// Saves changes made just before the tab is closed.
addEventListener('pagehide', save)

render(
  <StoreProvider value={store}>
    <App />
  </StoreProvider>,
  document.getElementById('app')!,
)
