import { render } from 'preact'
import { App } from './App'
import { begin } from './begin'
import { keep } from './saved'
import { StoreProvider } from './store'

/** Milliseconds after the last change at which the work is kept. */
const KEEP_AFTER_MS = 250

const store = await begin(location, localStorage)

let timer: ReturnType<typeof setTimeout> | undefined
const keepNow = () => {
  clearTimeout(timer)
  timer = undefined
  const isKept = keep(localStorage, store.get())
  if (!isKept) store.set({ notice: 'This browser does not keep your work. Copy it before you go.' })
}
store.subscribe(() => {
  timer ??= setTimeout(keepNow, KEEP_AFTER_MS)
})
// Whoever types and closes the tab in one breath loses nothing either.
addEventListener('pagehide', keepNow)

render(
  <StoreProvider value={store}>
    <App />
  </StoreProvider>,
  document.getElementById('app')!,
)
