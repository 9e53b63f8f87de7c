import { attempt } from './attempt'

/** Writes to the console, which the page may have replaced or removed. See D-710. */
export const log = (level: 'error' | 'warn', ...parts: unknown[]): void =>
  attempt(() => console[level](...parts))
