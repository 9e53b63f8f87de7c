import type { Properties } from '../wire/event'

/** Renames each property: the prefix replaces `$`. Drops properties that are `undefined`. */
export const withPrefix = (prefix: string, properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [prefix + name.replace('$', ''), value]),
  )
