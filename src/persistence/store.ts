/** The boundary to storage: text by key. No method throws. */
export interface Store {
  /** Returns the value, or `null` if it is missing or the storage is not available. */
  read(key: string): string | null
  /** Stores a value. Returns false if the storage is full or not available. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /** Returns all keys that start with a prefix. */
  keys(prefix: string): string[]
  /**
   * Calls back when another tab changes a key that starts with a prefix. The value is `null` for a removed key. Returns a
   * function that unsubscribes.
   */
  onExternalChange(prefix: string, listener: (key: string, value: string | null) => void): () => void
}
