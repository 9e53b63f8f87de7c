import { randomBytes } from 'node:crypto'

/** Returns a random key: `phc_` begins the key of a project, `phx_` a personal one. It is shorter than the limit of project keys. */
export function newKey(prefix: 'phc_' | 'phx_'): string {
  return prefix + randomBytes(32).toString('base64url')
}
