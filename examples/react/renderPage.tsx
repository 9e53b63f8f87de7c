/** @jsxImportSource react */
import { renderToString } from 'react-dom/server'
import { App } from './App'
import { fetchFlags } from './fetchFlags'
import { Providers } from './Providers'

/** Renders the page on the server, with the flags of the visitor. */
export async function renderPage(request: Request, fetch: typeof globalThis.fetch): Promise<string> {
  const { origin } = new URL(request.url)
  const bootstrap = await fetchFlags(origin, 'phc_orchard', request.headers.get('cookie'), fetch)
  const app = renderToString(
    <Providers bootstrap={bootstrap}>
      <App />
    </Providers>,
  )
  // A payload must not end the script element.
  const data = JSON.stringify(bootstrap ?? null).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Old Tree Orchard</title>
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/react/style.css" />
  </head>
  <body>
    <div id="app">${app}</div>
    <script type="application/json" id="bootstrap">${data}</script>
    <script type="module" src="/react/main.tsx"></script>
  </body>
</html>
`
}
