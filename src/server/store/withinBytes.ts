/** Returns the first items, up to the one with which their bytes reach a limit. */
export function withinBytes<I>(items: I[], maxBytes: number, bytesOf: (item: I) => number): I[] {
  let bytes = 0
  const last = items.findIndex(item => {
    bytes += bytesOf(item)
    return bytes >= maxBytes
  })
  return last === -1 ? items : items.slice(0, last + 1)
}
