/** @jsxImportSource react */
import { earshot } from 'earshot'
import { hydrateRoot } from 'react-dom/client'
import { App } from './App'
import { Providers } from './Providers'

const bootstrap = JSON.parse(document.getElementById('bootstrap')!.textContent!) ?? undefined

hydrateRoot(
  document.getElementById('app')!,
  <Providers bootstrap={bootstrap}>
    <App />
  </Providers>,
)
// For the browser's console.
Object.assign(window, { earshot })
