import type { FlagSeed, ProjectOptions } from '../options'

/** Returns the flags of a project with their keys, from either form. */
export function flagEntries(flags: ProjectOptions['flags']): [key: string, seed: FlagSeed][] {
  if (Array.isArray(flags)) return flags.map(flag => [flag.key, flag])
  return Object.entries(flags ?? {})
}
