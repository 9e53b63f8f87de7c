/** @jsxImportSource react */
'use client'

import type { Bootstrap } from 'earshot'
import { EarshotProvider } from 'earshot/react'
import type { ReactNode } from 'react'

/** Starts Earshot in the browser. The first render, on the server and in the browser, has the flags of `bootstrap`. */
export function Providers({ bootstrap, children }: { bootstrap?: Bootstrap; children: ReactNode }) {
  return (
    <EarshotProvider
      apiKey="phc_orchard"
      // On your site, `api_host` is the URL of your analytics service, and automated browsers are excluded as bots.
      options={{ api_host: '/', bootstrap, opt_out_useragent_filter: true }}
    >
      {children}
    </EarshotProvider>
  )
}
