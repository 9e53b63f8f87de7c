/**
 * Door 3: text under keys. Nothing here throws: a store that refuses answers `null` and `false`, and the caller goes on with
 * what it has in memory.
 */
export interface Store {
  read(key: string): string | null
  /** @returns Whether it is kept now; false when the store is full or closed. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /** All keys that begin so. */
  keys(prefix: string): string[]
  /** Calls back when another tab writes or removes a key that begins so; `null` when removed. Returns the end of the subscription. */
  onExternalChange(prefix: string, run: (key: string, value: string | null) => void): () => void
}
