/** A row with its sort key: `order`, then `sequence`. */
export interface Entry {
  row: Record<string, unknown>
  order: number
  sequence: number
  /** Approximate size of the row in memory. */
  bytes: number
}

/** A full chunk is split, so that inserting or removing moves few entries. */
const MAX_CHUNK = 512

/**
 * A sorted list of entries.
 *
 * One array would be copied for each entry that is not at its end: merging two persons with many events, or removing
 * many persons, then takes time that grows with the square of their number.
 *
 * It is a class because each person has two lists: functions of their own would take most of their memory. See D-473.
 */
export class EntryList {
  private readonly chunks: Entry[][] = []
  private entries = 0
  private totalBytes = 0

  size(): number {
    return this.entries
  }

  bytes(): number {
    return this.totalBytes
  }

  addBytes(difference: number): void {
    this.totalBytes += difference
  }

  insert(entry: Entry): void {
    const { chunks } = this
    const index = Math.min(this.chunkIndex(entry.order, entry.sequence), Math.max(0, chunks.length - 1))
    const chunk = chunks[index] ?? []
    if (chunks.length === 0) chunks.push(chunk)
    chunk.splice(position(chunk, entry.order, entry.sequence), 0, entry)
    this.entries++
    this.totalBytes += entry.bytes
    // A list that only grows at its end keeps full chunks.
    if (chunk.length <= MAX_CHUNK) return
    const isLast = index === chunks.length - 1 && chunk.at(-1) === entry
    chunks.splice(index + 1, 0, chunk.splice(isLast ? MAX_CHUNK : MAX_CHUNK / 2))
  }

  remove({ order, sequence, bytes }: Entry): void {
    const index = this.chunkIndex(order, sequence)
    const chunk = this.chunks[index]!
    chunk.splice(position(chunk, order, sequence), 1)
    this.entries--
    this.totalBytes -= bytes
    if (chunk.length === 0) this.chunks.splice(index, 1)
  }

  /** Returns the number of entries before (order, sequence). */
  rank(order: number, sequence: number): number {
    const index = this.chunkIndex(order, sequence)
    let rank = 0
    for (let i = 0; i < index; i++) rank += this.chunks[i]!.length
    return rank + (index < this.chunks.length ? position(this.chunks[index]!, order, sequence) : 0)
  }

  slice(start: number, end: number): Entry[] {
    const slices: Entry[][] = []
    let offset = 0
    for (const chunk of this.chunks) {
      if (offset >= end) break
      if (offset + chunk.length > start)
        slices.push(chunk.slice(Math.max(0, start - offset), Math.max(0, end - offset)))
      offset += chunk.length
    }
    return slices.flat()
  }

  /** Returns the index of the first chunk whose last entry is not before (order, sequence). */
  private chunkIndex(order: number, sequence: number): number {
    return firstIndex(this.chunks.length, index => !isBefore(this.chunks[index]!.at(-1)!, order, sequence))
  }
}

function position(chunk: Entry[], order: number, sequence: number): number {
  return firstIndex(chunk.length, index => !isBefore(chunk[index]!, order, sequence))
}

function isBefore(entry: Entry, order: number, sequence: number): boolean {
  return entry.order < order || (entry.order === order && entry.sequence < sequence)
}

/** Returns the first index that passes a test which all later indexes pass too, or the length. */
function firstIndex(length: number, test: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}
