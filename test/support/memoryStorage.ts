/** A storage of a browser with room for some characters. */
export function createMemoryStorage(): Storage & { maxChars: number } {
  const entries = new Map<string, string>()
  return {
    maxChars: Number.POSITIVE_INFINITY,
    getItem: key => entries.get(key) ?? null,
    setItem(key, value) {
      const others = [...entries].filter(([name]) => name !== key).map(([name, text]) => name + text)
      if ([...others, key + value].join('').length > this.maxChars) throw new Error('QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: key => void entries.delete(key),
    clear: () => entries.clear(),
    key: index => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
}
