/** Yields items in parts of a size, the last of which may be smaller. */
export function* inParts<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
