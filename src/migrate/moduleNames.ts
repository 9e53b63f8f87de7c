/** Where the exports of a module of posthog-js are in Earshot. */
export type Entry = 'earshot' | 'earshot/react'

const REACT = /^(posthog-js\/react|@posthog\/react)(\/(slim|surveys))?(\/dist\/.*)?$/
const CLIENT = /^posthog-js(\/(full|no-external|full\/no-external))?(\/dist\/(module|main)[\w.-]*)?$/

/** Files of posthog-js that are imported for their effect, and what does their work in Earshot. */
const SIDE_EFFECTS: [file: RegExp, advice: string][] = [
  [/surveys/, 'Earshot loads its survey file by itself. Removed.'],
  [/recorder|rrweb/, 'Earshot records no sessions. Removed.'],
  [/exception/, 'Earshot captures no exceptions. Removed.'],
  [/./, 'Earshot has no such part. Removed.'],
]

/** Returns the module of Earshot with the exports of a module of posthog-js; `undefined` for any other module. */
export function counterpartOf(module: string): Entry | undefined {
  if (REACT.test(module)) return 'earshot/react'
  return CLIENT.test(module) ? 'earshot' : undefined
}

/** Whether a module is a file inside posthog-js that Earshot has no counterpart of. */
export const isInnerFile = (module: string): boolean =>
  /^(posthog-js|@posthog\/react)\//.test(module) && !counterpartOf(module)

/** Returns what to do about a file of posthog-js that is imported for its effect. */
export const sideEffectAdvice = (module: string): string =>
  SIDE_EFFECTS.find(([file]) => file.test(module))![1]

/** Packages that work with Earshot's service, or replace nothing of Earshot. */
const OTHER_PACKAGES: Record<string, string> = {
  'posthog-js-lite': 'A client of its own. Replace it by hand, or leave it.',
  '@posthog/nextjs-config': 'Uploads source maps for error tracking, which Earshot has not. Remove it.',
  '@posthog/nuxt': 'Starts posthog-js. Replace it by a plugin of your own that calls `init` of earshot.',
  '@posthog/rollup-plugin': 'Uploads source maps for error tracking, which Earshot has not. Remove it.',
  '@posthog/vite-plugin': 'Uploads source maps for error tracking, which Earshot has not. Remove it.',
  '@posthog/webpack-plugin': 'Uploads source maps for error tracking, which Earshot has not. Remove it.',
  '@posthog/openfeature-web-provider':
    'Runs with an Earshot client. `earshot/openfeature` has a provider too.',
}

/** Returns what to do about another package of PostHog; `undefined` for all other packages. */
export function otherPackageAdvice(name: string): string | undefined {
  if (Object.hasOwn(OTHER_PACKAGES, name)) return OTHER_PACKAGES[name]
  // posthog-node works with the same service.
  return /posthog/.test(name) && name !== 'posthog-node' ? 'Look whether it needs posthog-js.' : undefined
}

/** Whether a module is another client of PostHog, whose methods are not those of posthog-js. */
export const isOtherClient = (module: string): boolean =>
  /^posthog-|^@posthog\//.test(module) && !counterpartOf(module) && !isInnerFile(module)

/** Whether a text has the name of the package: itself, in a pattern or in a path. */
export const namesPackage = (text: string): boolean =>
  /(^|[^\w./-]|node_modules\/)(posthog-js|@posthog\/react)(?![\w-])/.test(text)
