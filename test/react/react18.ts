import { createRequire } from 'node:module'
import { version } from 'react'

/** Resolves a request of `require`. Node has no public hook for it before 22.15. */
interface Resolver {
  _resolveFilename(request: string, ...others: unknown[]): string
}
const Module = createRequire(import.meta.url)('node:module') as Resolver
const resolve = Module._resolveFilename

// `react-dom` of React 18 and the React package of posthog-js require `react`, which is the current one here.
Module._resolveFilename = (request, ...others) =>
  resolve.call(Module, request.replace(/^react(-dom)?(?=$|\/)/, '$&-18'), ...others)

if (!version.startsWith('18.')) throw new Error(`expected React 18, found ${version}`)
