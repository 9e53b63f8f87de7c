import { runInNewContext } from 'node:vm'

/** Globals of V8 that are no part of the language itself: extensions of the browser may replace them. */
const OTHERS = ['Intl', 'console', 'WebAssembly']

/** Names of the globals of the language, such as `Object`, and of those that no page can replace. */
export const LANGUAGE_GLOBALS: readonly string[] = [
  ...(runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]).filter(
    name => !OTHERS.includes(name),
  ),
  'window',
  'document',
]
