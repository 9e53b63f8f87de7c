import { render } from 'preact'
import { App } from './App'
import { openStore } from './state/openStore'
import { saveState } from './state/savedState'
import { StoreProvider } from './state/store'

/** Milliseconds after the last change at which the work is kept. */
const AUTOSAVE_DELAY_MS = 250

const store = await openStore(location, localStorage)

let timer: ReturnType<typeof setTimeout> | undefined
const save = () => {
  clearTimeout(timer)
  timer = undefined
  const isSaved = saveState(localStorage, store.get())
  if (!isSaved) store.set({ notice: 'This browser does not keep your work. Copy it before you go.' })
}
store.subscribe(() => {
  timer ??= setTimeout(save, AUTOSAVE_DELAY_MS)
})
// Whoever types and closes the tab in one breath loses nothing either.
addEventListener('pagehide', save)

render(
  <StoreProvider value={store}>
    <App />
  </StoreProvider>,
  document.getElementById('app')!,
)
