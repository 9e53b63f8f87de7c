import { attempt } from '../../lib/attempt'

/** Returns what the visitor prefers, such as `reduced-motion: reduce`; `undefined` where the browser cannot say. See D-687. */
export const mediaQuery = (preference: string): MediaQueryList | undefined =>
  attempt(() => matchMedia(`(prefers-${preference})`))
