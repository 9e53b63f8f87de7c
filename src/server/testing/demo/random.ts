/** Random decisions that are the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number between two, both included. */
  between(low: number, high: number): number
  /** Whether something of a probability occurs. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks one of the items, each as often as its weight. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
  /** Returns a UUIDv7 of a time in epoch ms. */
  uuid(at: number): string
}

/** Creates random decisions from a seed. The generator is mulberry32, which is short and good enough for a demonstration. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const hex = (digits: number) =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: probability => next() < probability,
    pick: items => items[Math.floor(next() * items.length)]!,
    weighted: items => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      const found = items.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (found ?? items.at(-1)!)[0]
    },
    uuid: at => {
      const time = at.toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[Math.floor(next() * 4)]}${hex(3)}-${hex(6)}${hex(6)}`
    },
  }
}
