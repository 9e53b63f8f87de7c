import type { BuildOptions } from 'esbuild'

/** Names of properties that only Earshot's own code in the browser reads. */
export const PRIVATE_PROPERTIES: readonly string[]
/** Returns the options with which esbuild shortens them, as the build does. */
export function esbuildNames(): Pick<BuildOptions, 'mangleProps' | 'mangleCache'>
